"""Programs that try to wear out the process beyond the sandbox, or to take what the prelude is made of.

Part of the corpus in `hostile_programs`. What crosses the border is made large, shared without end or endless; names
that a prelude could use are taken in every way that Python has; time is spent where no clock of the interpreter's runs.
"""

from __future__ import annotations

_TUPLES = "x = (0,)\nfor n in range(60):\n    x = (x, x)\n"  # 2^60 steps to hash, compare or write out
_LISTS = "x = [0]\nfor n in range(60):\n    x = [x, x]\n"
_FOR_EVER = "while True:\n    try:\n        {}\n    except BaseException:\n        pass"

BORDER = {
    "shared lists": _LISTS + "filter(scene(), x)",
    "shared lists by keyword": _LISTS + "filter(scene(), category=x)",
    "shared lists as a keyword nobody has": _LISTS + "filter(scene(), **{'y': x})",
    "shared lists in a loop": _LISTS + _FOR_EVER.format("filter(scene(), x)"),
    "shared tuples": _TUPLES + "relate_agent(x, 'left')",
    "shared tuples as a key": _TUPLES + "relate_agent({x: 1}, 'left')",
    "shared tuples in a set": _TUPLES + "relate_agent({x}, 'left')",
    "shared tuples as an id": _TUPLES + "o = list(scene())[0]\no.id = x\nrelate_agent({o}, 'left')",
    "shared tuples as a printed id": _TUPLES + "o = list(scene())[0]\no.id = x\nprint([o.id for o in [o]])",
    "shared tuples to statistics": _TUPLES + "import statistics\nstatistics.mean({x: 1})",
    "shared tuples to statistics' mode": _TUPLES + "from statistics import mode\nprint(mode([x, x]))",
    "shared tuples as the last value": _TUPLES + "{x: 1}\nraise ValueError('not handed over')",
    "shared tuples in an error": _TUPLES + "raise ValueError({x: 1})",
    "shared tuples in an error that is shown": _TUPLES + "raise ValueError(x, {x: x})",
    "shared tuples to open": _TUPLES + "open({x: 1})",
    "shared tuples to sleep": _TUPLES + "import time\ntime.sleep({x: 1})",
    "shared tuples to getenv": _TUPLES + "import os\nos.getenv('a', {x: 1})\nos.getenv({x: 1})",
    "shared tuples as a seed": _TUPLES + "import random\nrandom.seed({x: 1})\nraise ValueError('no seed')",
    "shared tuples as a separator": _TUPLES + "print(1, sep={x: 1})",
    "shared tuples compared": _TUPLES + "y = (0,)\nfor n in range(60):\n    y = (y, y)\nprint(x == y)",
    "shared tuples written out": _TUPLES + "print(len(repr(x)))",
    "shared tuples as JSON": _TUPLES + "import json\nprint(len(json.dumps(x)))",
    "shared tuples copied": _TUPLES + "import copy\nprint(copy.deepcopy(x))",
    "shared dictionaries": "x = {}\nfor n in range(60):\n    x = {'a': x, 'b': x}\nfilter(scene(), x)",
    "shared sets": "x = frozenset()\nfor n in range(60):\n    x = frozenset([x, (x, 1)])\nfilter(scene(), x)",
    "20 MB to a tool": "x = 'a' * (20 << 20)\nfilter(scene(), x)",
    "20 MB to a tool, for ever": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("filter(scene(), x)"),
    "20 MB as the name of an argument": "filter(scene(), **{'a' * (20 << 20): 1})",
    "20 MB to statistics, for ever": (
        "import statistics\nx = 'a' * (20 << 20)\n" + _FOR_EVER.format("statistics.mean(x)")
    ),
    "20 MB printed, for ever": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("print(x)"),
    "20 MB printed between calls": "x = 'a' * (10 << 20)\n" + _FOR_EVER.format("print(x)\n        scene()"),
    "20 MB to print's end": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("print(end=x)"),
    "20 MB as an error, for ever": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("raise ValueError(x)"),
    "20 MB as a module": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("__import__(x)"),
    "20 MB as a path, for ever": "x = 'a' * (20 << 20)\n" + _FOR_EVER.format("open(x)"),
    "many middling texts": "x = ['a' * 2_000] * 10_000\n" + _FOR_EVER.format("filter(scene(), x)"),
    "bytes, for ever": "x = b'a' * (20 << 20)\n" + _FOR_EVER.format("filter(scene(), x)"),
    "a number of a million digits": "closest_to(scene(), (10**1_000_000, 0, 0))",
    "a number of a million digits as an id": "o = list(scene())[0]\no.id = 10**1_000_000\nroom_of(o)",
    "a number of a million digits, for ever": (
        "x = 1 << 20_000_000\n" + _FOR_EVER.format("closest_to(scene(), (x, 0, 0))")
    ),
    "a number of a million digits printed": "print(10**1_000_000)\nraise ValueError('printed')",
    "all tools at once, for ever": (
        "def f():\n    for o in scene():\n        for p in scene():\n"
        "            distance(o, p)\n            relate_agent({o}, 'left')\n"
        "while True:\n    f()"
    ),
    "tools that call themselves": "def f(o):\n    return f(filter(scene(), 'chair'))\nf(1)",
    "tools in a key that calls sorted": ("def f(o):\n    return sorted(scene(), key=f)\nsorted(scene(), key=f)"),
    "tools in the key of a key": (
        "k = lambda o: len(sorted(scene(), key=lambda p: len(sorted(scene(), key=lambda q: distance(p, q)))))\n"
        "while True:\n    max(scene(), key=k)"
    ),
    "tools in a generator without end": (
        "def f():\n    while True:\n        yield query_attribute(list(scene())[0], 'distance')\nprint(sum(f()))"
    ),
    "tools in hash": (
        "class A:\n    def __hash__(self):\n        return len(filter(scene(), 'chair')) + len({A()})\nprint({A()})"
    ),
    "tools in repr": "class A:\n    def __repr__(self):\n        return f'{scene()}{A()}'\nprint(A())",
    "an object that changes its id as it crosses": (
        "class A:\n    n = 0\n    def __eq__(self, o):\n        A.n += 1\n        return A.n\n"
        "o = list(scene())[0]\no.id = A()\nprint(relate_agent([o], 'left'))"
    ),
    "a set of made-up objects": (
        "relate_agent({SceneObject(n, 'chair', (0, 0, 0), '') for n in range(100, 5_000)}, 'left')"
    ),
    "a million made-up objects": (
        "x = [SceneObject(1, 'chair', (0, 0, 0), '')] * 1_000_000\n" + _FOR_EVER.format("relate_agent(x, 'left')")
    ),
    "an object with a category of 20 MB": (
        "o = list(scene())[0]\no.category = 'a' * (20 << 20)\n" + _FOR_EVER.format("print(o)")
    ),
    "candidates without end": (
        "query_attribute(list(scene())[0], 'color', ['c' + str(n) for n in range(15_000)])\n"
        + _FOR_EVER.format("query_attribute(list(scene())[0], 'color', ['c' + str(n) for n in range(15_000)])")
    ),
}
"""What crosses to the process beyond."""

_HOSTS = "(_host, _out, _in, _call, _objects, _report, _own0_sort, _own0_report, host)"

NAMES = {
    "the way to the host": f"print({_HOSTS})",
    "by locals": "print([n for n in locals() if 'host' in n][0])",
    "by locals in a function": "def f():\n    return locals()\nprint(f()['_host'])",
    "by locals in exec": "d = {}\nexec('x = locals()', d)\nprint(d['_host'])",
    "by eval": "print(eval('_host'))",
    "by exec": "exec('_host(1)')",
    "by except": "try:\n    1 / 0\nexcept Exception as _host:\n    pass\n_host({(): 1})",
    "by except, a tool": "try:\n    1 / 0\nexcept Exception as scene:\n    pass\nprint(scene)",
    "the maker": "print(_make(1))",
    "the table": "print(_table[0])",
    "by import": "from host import call",
    "by import of a guess": "from " + "host_" + "0" * 32 + " import call",
    "by import of the module": "import host",
    "by a class's methods": "print(SceneObject.__init__.__globals__['_host'])",
    "by a method's closure": "print(SceneObject.__eq__.__closure__)",
    "by the default of a tool": "print(scene.__defaults__, scene.__kwdefaults__)",
    "by the module of a function": "import statistics\nprint(statistics.mean.__self__)",
    "by the name of a function": "import statistics\nstatistics.mean.name = 'x'\nstatistics.mean([1])",
    "by nonlocal": "def f():\n    nonlocal _objects\n    _objects = {}\nf()",
    "by global": "global _host\nprint(_host)",
    "by del": "del _make\ndel scene",
    "by match": "match scene():\n    case _host:\n        print(_host([1]))",
    "by star": "*_host, = [1]\n_host(1)",
    "by with": "with scene() as _host:\n    pass",
    "by walrus": "(_out := 1)\n_out(1)",
    "builtins gone": (
        "list = len = isinstance = type = tuple = set = dict = str = None\nprint(sorted(scene())[0].nothing)"
    ),
    "builtins that raise": (
        "def isinstance(*a):\n    raise ValueError('mine')\ndef type(*a):\n    raise ValueError('mine')\n"
        "print(isinstance(1, 2))"
    ),
    "a sort that never ends": "def sorted(*a, **k):\n    while True:\n        pass\nsorted([1])",
    "a class that is every class": "class SceneObject:\n    id = 1\nprint(relate_agent({SceneObject()}, 'left'))",
    "a class whose id is a tool": "SceneObject.id = scene\nprint(relate_agent({SceneObject}, 'left'))",
    "a class without hash": "SceneObject.__hash__ = None\nprint(len({o for o in scene()}))\nraise ValueError('done')",
    "a class with a repr for ever": (
        "def f(s):\n    while True:\n        pass\nSceneObject.__repr__ = f\nprint(scene())"
    ),
    "a class with an eq for ever": (
        "def f(s, o):\n    while True:\n        pass\nSceneObject.__eq__ = f\no = list(scene())\n"
        "print([p == o[1] for p in o])\nwhile True:\n    pass"
    ),
}
"""Ways to what the prelude is made of."""

WEAR = {
    "a width in an f-string, nested": 'w = 10**9\nx = [f"{n:>{w}}" for n in range(10)]',
    "a precision in an f-string": 'print(len(f"{1.5:.{10**9}f}"))',
    "a width by format_map": 'print("{a:>999999999}".format_map({"a": 1}))',
    "a fill of a format": 'print(len(format("x", "é^1000000000")))',
    "percent with a width of twenty digits": 'print("%99999999999999999999d" % 1)',
    "percent with a dictionary": 'print("%(a)999999999s" % {"a": 1})',
    "percent repeated": 'print(len("%1000000d" * 1000 % tuple(range(1000))))',
    "a text multiplied by a text's length": 'x = "ab" * 1_000_000\nx = x * len(x)',
    "split into letters, for ever": 'x = list("a" * 1_000_000)\nwhile True:\n    x = "".join(x).split("a")',
    "pattern of nested stars": 'import re\nre.match(r"((a*)*)*b", "a" * 40)\nwhile True:\n    pass',
    "pattern with back references": ('import re\nre.match(r"(.*)\\1\\1\\1\\1x", "a" * 5000)\nwhile True:\n    pass'),
    "pattern with look-ahead": 'import re\nre.search(r"(?=(a+)+$)b", "a" * 40)\nwhile True:\n    pass',
    "patterns without end": 'import re\nn = 0\nwhile True:\n    n += 1\n    re.compile("a" * n)',
    "substitution that grows": 'import re\nx = "a"\nwhile True:\n    x = re.sub("a", "aa", x)',
    "sort by a key that sorts": (
        "x = list(range(3000))\nwhile True:\n    x.sort(key=lambda n: sorted(x, reverse=True)[n])"
    ),
    "sort of what compares for ever": (
        "class A:\n    def __lt__(self, o):\n        while True:\n            pass\n"
        "sorted([A(), A()])\nwhile True:\n    pass"
    ),
    "sort that changes the list": (
        "x = [3, 2, 1]\ndef f(n):\n    x.append(n)\n    return n\n"
        "for n in range(60):\n    x.sort(key=f)\nraise ValueError(x)"
    ),
    "max of a generator without end": "print(max(n for n in iter(int, 1)))",
    "any of nothing true": "print(any(False for n in iter(int, 1)))",
    "zip without end": "import itertools\nprint(len(list(zip(itertools.count(), itertools.count()))))",
    "cycle": "import itertools\nfor n in itertools.cycle([1]):\n    pass",
    "accumulate": (
        "import itertools\nfor n in itertools.accumulate(itertools.repeat(2), lambda a, b: a * a + b):\n    x = n"
    ),
    "functools.reduce": "import functools\nfunctools.reduce(lambda a, b: a + a, range(10**9), 'x')",
    "a cache without end": (
        "import functools\n@functools.lru_cache(maxsize=None)\ndef f(n):\n    return 'x' * n\n"
        "for n in range(10**9):\n    f(n)"
    ),
    "recursion in two functions": "def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nf(1)",
    "recursion by exec": "x = 'exec(x)'\nexec(x)",
    "recursion by eval": "x = 'eval(x)'\neval(x)",
    "recursion that catches": (
        "def f():\n    try:\n        f()\n    except RecursionError:\n        f()\nf()\nwhile True:\n    pass"
    ),
    "exec of a long program": "exec('x = 1\\n' * 1_000_000)\nwhile True:\n    pass",
    "eval of deep brackets": "eval('(' * 100_000 + ')' * 100_000)",
    "eval of deep lambdas": "eval('lambda: ' * 50_000 + '1')",
    "exec for ever": "while True:\n    exec('x = 1')",
    "errors in errors": (
        "e = None\nfor n in range(10**9):\n    try:\n        raise ValueError(e) from e\n"
        "    except ValueError as f:\n        e = f"
    ),
    "an error with a million arguments": "raise ValueError(*range(1_000_000))",
    "an error group, deep": "e = ValueError()\nfor n in range(10_000):\n    e = ExceptionGroup('x', [e])\nraise e",
    "an assertion about a million things": "x = list(range(1_000_000))\nassert x == x[1:]",
    "prints without a line end": "while True:\n    print('x', end='')",
    "prints of nothing": "while True:\n    print()",
    "prints in a comprehension": "[print(n) for n in range(10**9)]",
    "JSON of long numbers": 'import json\njson.loads("[" + "9" * 5_000_000 + "]")\nwhile True:\n    pass',
    "JSON of deep dictionaries": "import json\njson.loads('{\"a\":' * 200_000)",
    "JSON of many keys": "import json\nx = json.dumps({str(n): n for n in range(10**7)})",
    "JSON for ever": "import json\nx = list(range(1000))\nwhile True:\n    x = json.loads(json.dumps(x))",
    "digits of a long number": "x = 7 ** 300_000\nwhile True:\n    sum(int(c) for c in str(x))",
    "greatest common divisor": "import math\na, b = 1, 1\nwhile True:\n    a, b = a + b, a\n    math.gcd(a, b)",
    "a square root of a long number": "import math\nx = 10 ** 2_000_000\nwhile True:\n    math.isqrt(x)",
    "a power of a power": "x = 2\nwhile True:\n    x = x ** x",
    "complex powers": "x = 10 ** (10 ** 10)",
    "negative shift": "x = 1 << -1",
    "times for ever": "import time\nwhile True:\n    time.monotonic()",
    "sleep for ever": "import time\nwhile True:\n    time.sleep(1000)",
    "sleep of a long time": "import time\ntime.sleep(1e308)\nwhile True:\n    time.sleep(1e300)",
    "random without end": "import random\nwhile True:\n    random.shuffle(list(range(1000)))",
    "random bits": "import random\nrandom.getrandbits(10**11)",
    "tasks without end": (
        "import asyncio\nasync def f():\n    await asyncio.gather(*[f() for n in range(1000)])\nasyncio.run(f())"
    ),
    "datetimes without end": (
        "import datetime\nx = datetime.datetime(1, 1, 1)\nwhile True:\n    x += datetime.timedelta(days=1)"
    ),
    "U+2028 in a program with a key": "x = ['\u2028']\nx.sort(key=str.lower)\nraise ValueError(x)",
    "form feeds between lines": "x = [2, 1]\x0c\nx.sort(key=abs)\n\x0craise ValueError(x)",
    "line ends of other kinds": "x = '\x1c\x1d\x85\u2029\x0b'\nmax(x, key=x.index)\nraise ValueError(x)",
}
"""Time and memory, inside the interpreter and in what reads its errors."""
