"""Programs that try to get out of the sandbox, to break it or to wear it out, after ideas that are public.

Escapes from other sandboxes for Python (smolagents' local executor, RestrictedPython up to CVE-2025-22153, asteval,
unsafe YAML and pickle loaders), resource bombs, and calls that a manipulated prompt or scene might lead a model to.
Written anew for this interpreter. `@FILE@` stands for a file with a secret in it, `@NEW@` for a path that must not come
to be, `@PORT@` for a port on loopback that listens and must not be called. The environment holds the secret too.
"""

from __future__ import annotations

from hostile_wear import BORDER, NAMES, WEAR

SECRET = "canary-5e1f0a"

FILES = {
    "open": 'print(open("@FILE@").read())',
    "open by another name": 'o = open\nprint(o("@FILE@").read())',
    "open from builtins": 'import builtins\nprint(builtins.open("@FILE@").read())',
    "open from the builtins' dictionary": 'print(__builtins__["open"]("@FILE@").read())',
    "open from the globals": 'print(globals()["__builtins__"])\nopen("@FILE@")',
    "io": 'import io\nprint(io.open("@FILE@").read())',
    "io.FileIO": 'import io\nprint(io.FileIO("@FILE@").readall())',
    "codecs": 'import codecs\nprint(codecs.open("@FILE@").read())',
    "pathlib read": 'import pathlib\nprint(pathlib.Path("@FILE@").read_text())',
    "pathlib write": 'import pathlib\npathlib.Path("@NEW@").write_text("x")',
    "pathlib touch": 'from pathlib import Path\nPath("@NEW@").touch()',
    "pathlib mkdir": 'from pathlib import Path\nPath("@NEW@").mkdir()',
    "pathlib list": 'from pathlib import Path\nprint(list(Path("@FILE@").parent.iterdir()))',
    "pathlib exists": 'from pathlib import Path\nprint(Path("@FILE@").exists())',
    "os list": 'import os\nprint(os.listdir("/"))',
    "os open": 'import os\nprint(os.read(os.open("@FILE@", 0), 99))',
    "os write": 'import os\nos.makedirs("@NEW@")',
    "os environment": "import os\nprint(os.environ)",
    "os getenv": 'import os\nprint(os.getenv("SITUATED_QA_CANARY"))',
    "write mode": 'with open("@NEW@", "w") as f:\n    f.write("x")',
    "print to a file": 'print("x", file=open("@NEW@", "w"))',
    "linecache": 'import linecache\nprint(linecache.getline("@FILE@", 1))',
    "fileinput": 'import fileinput\nprint(list(fileinput.input("@FILE@")))',
    "tokenize": 'import tokenize\nprint(tokenize.open("@FILE@").read())',
    "sqlite file": 'import sqlite3\nsqlite3.connect("@NEW@").execute("create table a (b)")',
    "shelve": 'import shelve\nshelve.open("@NEW@")',
    "zip": 'import zipfile\nzipfile.ZipFile("@NEW@", "w")',
    "numpy load": 'import numpy as np\nprint(np.load("@FILE@", allow_pickle=True))',
    "numpy fromfile": 'import numpy\nprint(numpy.fromfile("@FILE@", dtype="uint8"))',
    "pandas": 'import pandas\nprint(pandas.read_csv("@FILE@"))',
    "input": 'print(input("password: "))',
    "breakpoint": "breakpoint()",
    "help": 'help("modules")',
}

PROCESSES = {
    "os.system": 'import os\nos.system("touch @NEW@")',
    "os.popen": 'import os\nprint(os.popen("cat @FILE@").read())',
    "os.execv": 'import os\nos.execv("/bin/touch", ["touch", "@NEW@"])',
    "os.fork": "import os\nwhile True:\n    os.fork()",
    "os.kill the parent": "import os\nos.kill(os.getppid(), 9)",
    "subprocess": 'import subprocess\nsubprocess.run(["touch", "@NEW@"])',
    "subprocess from a module's import": (
        'import statistics\nstatistics.sys.modules["subprocess"].run(["touch", "@NEW@"])'
    ),
    "os from a module's import": 'import random\nrandom._os.system("touch @NEW@")',
    "os from json's modules": 'import json\njson.codecs.builtins.open("@NEW@", "w")',
    "sys.modules": 'import sys\nsys.modules["os"].system("touch @NEW@")',
    "sys.exit": "import sys\nsys.exit(3)",
    "SystemExit": "raise SystemExit(3)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "GeneratorExit": "raise GeneratorExit",
    "__import__": '__import__("os").system("touch @NEW@")',
    "importlib": 'import importlib\nimportlib.import_module("os").system("touch @NEW@")',
    "pty": 'import pty\npty.spawn("/bin/sh")',
    "ctypes": "import ctypes\nctypes.string_at(0)",
    "signal": "import signal, os\nsignal.raise_signal(9)",
    "multiprocessing": "import multiprocessing\nmultiprocessing.Process().start()",
    "threading": "import threading\nwhile True:\n    threading.Thread(target=print).start()",
    "gc": "import gc\nprint(gc.get_objects())",
    "inspect": "import inspect\nprint(inspect.currentframe().f_back)",
    "code": "import code\ncode.interact()",
}

NETWORK = {
    "socket": 'import socket\nsocket.create_connection(("127.0.0.1", @PORT@))',
    "urllib": 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:@PORT@/")',
    "http.client": 'import http.client\nhttp.client.HTTPConnection("127.0.0.1", @PORT@).request("GET", "/")',
    "requests": 'import requests\nrequests.get("http://127.0.0.1:@PORT@/")',
    "httpx": 'import httpx\nhttpx.get("http://127.0.0.1:@PORT@/")',
    "asyncio": 'import asyncio\nasyncio.run(asyncio.open_connection("127.0.0.1", @PORT@))',
    "smtplib": 'import smtplib\nsmtplib.SMTP("127.0.0.1", @PORT@)',
    "numpy over a URL": 'import numpy\nnumpy.DataSource().open("http://127.0.0.1:@PORT@/")',
    "rclpy": "import rclpy\nrclpy.init()",
}

DUNDERS = {
    "subclasses": "print(().__class__.__bases__[0].__subclasses__())",
    "subclasses by mro": "print([].__class__.__mro__[-1].__subclasses__())",
    "subclasses by type": "print(type(type(1)).__subclasses__(type))",
    "getattr in pieces": 'print(getattr(getattr((), "__cl" + "ass__"), "__ba" + "ses__"))',
    "getattr by default": 'print(getattr(scene, "__globals__", None))\nprint(scene.__globals__["_host"])',
    "setattr on a class": 'setattr(SceneObject, "__eq__", lambda a, b: True)\nSceneObject.__class__ = dict',
    "delattr": 'delattr(SceneObject, "__hash__")\nprint({list(scene())[0]})',
    "vars": "print(vars(scene))",
    "dir": 'print([n for n in dir(scene) if "glob" in n])\nprint(scene.__code__)',
    "globals": 'print(globals()["_host"]("__class__", [], {}))',
    "locals": 'locals()["__builtins__"]["exec"]("1")',
    "object.__reduce__": "print((1).__reduce_ex__(2)[0].__globals__)",
    "a tool's code": "print(scene.__code__.co_consts)",
    "a lambda's closure": "print((lambda: 0).__closure__)\nprint((lambda: 0).__globals__)",
    "a method's self": "print([].append.__self__.__class__.__base__)",
    "print's module": "print(print.__self__)\nprint(len.__module__)",
    "a descriptor": 'print(type.__dict__["__subclasses__"].__get__(object)())',
    "super": "class A:\n    def f(self):\n        return super().__class__\nprint(A().f().__subclasses__())",
    "metaclass": (
        "class M(type):\n    def __getattr__(cls, name):\n        return name\nclass A(metaclass=M):\n"
        "    pass\nprint(A.__subclasses__())"
    ),
    "three-argument type": 'A = type("A", (object,), {"__del__": lambda s: 1})\nprint(A.__subclasses__())',
    "__init_subclass__": "class A:\n    def __init_subclass__(cls):\n        print(cls.__mro__)\nclass B(A):\n    pass",
    "__class_getitem__": (
        "class A:\n    def __class_getitem__(cls, k):\n        return k.__class__.__base__\nprint(A[1])"
    ),
    "__getattribute__": (
        "class A:\n    def __getattribute__(self, n):\n        return object\nprint(A().x.__subclasses__())"
    ),
    "__missing__": "class A(dict):\n    def __missing__(self, k):\n        return k.__class__.__mro__\nprint(A()[1])",
    "__set_name__": (
        "class D:\n    def __set_name__(self, owner, name):\n        print(owner.__mro__)\nclass A:\n    x = D()"
    ),
    "__del__": 'class A:\n    def __del__(self):\n        open("@NEW@", "w")\na = A()\ndel a',
    "decorator as a call": "@exec\n@input\nclass A:\n    pass",
    "decorator that is open": "@open\ndef f(): ...",
    "match by attribute": (
        "class A:\n    __match_args__ = ('__class__',)\nmatch 1:\n    case int(__class__=c):\n"
        "        print(c.__subclasses__())"
    ),
    "match args": (
        "class A:\n    __match_args__ = ('__dict__',)\n    x = 1\nmatch A():\n    case A(d):\n        print(d)"
    ),
    "match a mapping": "match globals():\n    case {'_host': h}:\n        print(h)",
    "star import": "from os import *\nsystem('touch @NEW@')",
    "import under another name": 'import os as math\nmath.system("touch @NEW@")',
    "walrus and a dunder": "(c := ().__class__).__base__.__subclasses__()",
    "annotations": 'def f(x: __import__("os").system("touch @NEW@")):\n    pass\nprint(f.__annotations__)',
    "default argument": 'def f(x=open("@NEW@", "w")):\n    pass',
    "global builtins": "global __builtins__\n__builtins__ = None\nprint(open)",
    "nonlocal": "def f():\n    nonlocal _host\n    _host = 1\nf()",
}

FRAMES = {
    "generator frame": "g = (x for x in [1])\nprint(g.gi_frame.f_back.f_globals)",
    "generator frame in itself": "def f():\n    yield g.gi_frame.f_back.f_back.f_builtins\ng = f()\nprint(next(g))",
    "generator code": "g = (x for x in [1])\nprint(g.gi_code.co_consts)",
    "generator yields from": "def f():\n    yield from g\ng = f()\nprint(g.gi_yieldfrom)",
    "coroutine frame": "async def f():\n    pass\nc = f()\nprint(c.cr_frame.f_globals)",
    "coroutine awaits": "async def f():\n    pass\nprint(f().cr_await)",
    "asynchronous generator frame": "async def f():\n    yield 1\nprint(f().ag_frame.f_back)",
    "asynchronous comprehension": "async def f():\n    return [x async for x in g()]\nprint(f().cr_frame)",
    "traceback": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(e.__traceback__.tb_frame.f_globals)",
    "traceback of a tool's error": (
        'try:\n    filter(scene(), "desk")\nexcept Exception as e:\n'
        "    print(e.__traceback__.tb_next.tb_frame.f_locals)"
    ),
    "context of an error": (
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    try:\n        raise ValueError\n"
        "    except ValueError as f:\n        print(f.__context__.__traceback__.tb_frame)"
    ),
    "with_traceback": "raise ValueError().with_traceback(scene)",
    "AttributeError.obj": "try:\n    scene.nothing\nexcept AttributeError as e:\n    print(e.obj.__globals__)",
    "NameError.name": "try:\n    nothing\nexcept NameError as e:\n    print(e.__class__.__base__.__subclasses__())",
    "ImportError.path": (
        "try:\n    import nothing\nexcept ImportError as e:\n    print(e.__class__.__mro__[-1].__subclasses__())"
    ),
    "exit of a context manager": (
        "class A:\n    def __enter__(self):\n        return self\n    def __exit__(self, kind, error, trace):\n"
        "        print(trace.tb_frame.f_back.f_globals)\nwith A():\n    1 / 0"
    ),
    "except star": (
        "try:\n    raise ExceptionGroup('a', [ValueError()])\nexcept* ValueError as g:\n"
        "    print(g.__traceback__.tb_frame)"
    ),
    "except star with a made-up class": (
        "class A(BaseException):\n    def split(self, kind):\n        return kind.__subclasses__(), None\n"
        "try:\n    raise A\nexcept* Exception as e:\n    print(e)"
    ),
    "sys._getframe": "import sys\nprint(sys._getframe().f_back.f_globals)",
    "sys.settrace": "import sys\nsys.settrace(lambda *a: print(a[0].f_globals))",
    "a key that raises": "print(sorted(scene(), key=lambda o: o.__class__.__subclasses__()))",
    "unraisable": "class A:\n    def __repr__(self):\n        raise SystemExit\nprint(A())",
}

FORMATS = {
    "str.format": 'print("{0.__class__.__mro__}".format(scene))',
    "str.format index": 'print("{0[__globals__]}".format({"__globals__": 1}), "{0.__globals__}".format(scene))',
    "str.format_map": 'print("{o.__init__.__globals__}".format_map({"o": list(scene())[0]}))',
    "format_map on the class": 'print(str.format_map("{a.__class__.__base__}", {"a": 1}))',
    "str.format by getattr": 'print(getattr("{0.__class__}", "for" + "mat")(1))',
    "str.format by map": 'print(list(map("{0.__class__.__base__}".format, [1])))',
    "string.Formatter": 'import string\nprint(string.Formatter().get_field("a.__class__", [], {"a": 1}))',
    "string.Template": 'import string\nprint(string.Template("$a").substitute(a=scene.__globals__))',
    "f-string dunder": 'print(f"{().__class__.__base__.__subclasses__()}")',
    "f-string call": "print(f\"{__import__('os').system('touch @NEW@')}\")",
    "percent with a mapping": (
        "class A:\n    def __getitem__(self, k):\n"
        '        return k.__class__.__base__.__subclasses__()\nprint("%(a)s" % A())'
    ),
    "a logger's format": 'import logging\nlogging.Formatter("{a.__class__}", style="{").format({"a": 1})',
}

CODE = {
    "eval": "print(eval(\"__import__('os').getcwd()\"))",
    "exec": 'exec("import subprocess")\nraise ValueError("exec did nothing")',
    "compile": 'c = compile("open(\'@NEW@\', \'w\')", "x", "exec")\nexec(c)',
    "types.FunctionType": "import types\ntypes.FunctionType((lambda: 0).__code__, {})()",
    "types.CodeType": "import types\nprint(types.CodeType)\n(lambda: 0).__code__.replace(co_code=b'')",
    "operator.attrgetter": 'import operator\nprint(operator.attrgetter("__class__.__base__")(1))',
    "operator.methodcaller": 'import operator\noperator.methodcaller("__subclasses__")(object)',
    "functools.reduce over getattr": 'import functools\nprint(functools.reduce(getattr, ["__class__", "__base__"], 1))',
    "functools.partial": 'import functools\nprint(functools.partial(open, "@FILE@")().read())',
    "pickle": "import pickle\npickle.loads(b\"cos\\nsystem\\n(S'touch @NEW@'\\ntR.\")",
    "marshal": 'import marshal\nmarshal.loads(b"\\xe3")',
    "yaml": "import yaml\nyaml.unsafe_load(\"!!python/object/apply:os.system ['touch @NEW@']\")",
    "json with a hook": (
        'import json\nprint(json.loads("{}", object_hook=lambda d: d.__class__.__base__.__subclasses__()))'
    ),
    "ast": "import ast\nprint(ast.literal_eval(\"__import__('os')\"))",
    "timeit": "import timeit\ntimeit.timeit(\"open('@NEW@', 'w')\")",
    "namedtuple's exec": 'import collections\ncollections.namedtuple("A", "x=open(\'@NEW@\')")',
    "enum": "import enum\nprint(enum.sys.modules)",
    "dataclasses": "import dataclasses\nprint(dataclasses.sys.modules['os'])",
    "typing.get_type_hints": "import typing\nprint(typing.sys.modules['os'])",
    "collections' module": "import collections\nprint(collections._sys.modules['os'])",
    "statistics' module": "import statistics\nprint(statistics.sys.modules['os'])",
    "re's module": "import re\nprint(re.enum.sys.modules)",
    "asteval's numpy": "import numpy\nnumpy.f2py.os.system('touch @NEW@')",
}

HOST = {
    "a host function that is none": 'print(_host("__class__", [], {}))',
    "a private method": 'print(_host("_graph", [], {}))',
    "a dunder of the tools": 'print(_host("__init__", [None], {}))',
    "a name that is no text": "print(_host(7, [], {}))",
    "arguments that are none": 'print(_host("scene", 7, 7))',
    "an object by a made-up id": "x = list(scene())[0]\nx.id = 77\nprint(relate_agent({x}, 'left'))",
    "an id of another kind": "x = list(scene())[0]\nx.id = [1]\nprint(relate_agent([x], 'left'))",
    "a forged object": 'print(_host("room_of", [{"__object__": {"a": 1}}], {}))',
    "a forged set": 'print(_host("relate_agent", [{"__set__": 7}, "left"], {}))',
    "a forged dictionary": 'print(_host("relate_agent", [{"__dict__": [[1]]}, "left"], {}))',
    "a forged other": 'print(_host("relate_agent", [{"__other__": "x" * 100}, "left"], {}))',
    "a class as a set": "relate_agent(SceneObject, 'left')",
    "a function as a category": "print(filter(scene(), scene))",
    "bytes as a category": "print(filter(scene(), b'chair'))",
    "a category as a pattern": "print(filter(scene(), '.*'))",
    "a category of a million letters": "print(filter(scene(), 'chair' * 200_000))",
    "a million categories": "print(filter(scene(), ['chair'] * 1_000_000))",
    "a query as a relation": 'print(relate_agent(scene(), "left\'; DROP TABLE objects; --"))',
    "a list in itself": "x = []\nx.append(x)\nfilter(x, 'chair')",
    "a dictionary in itself": "x = {}\nx['a'] = x\nfilter(x, 'chair')",
    "not a number": "print(closest_to(scene(), (float('nan'), 0.0, 0.0)))",
    "an endless number": "print(closest_to(scene(), (1e308 * 10, 0.0, 0.0)))",
    "a huge number": "print(closest_to(scene(), (10**400, 0, 0)))",
    "a tool by another name": "scene = lambda: [1]\nprint(relate_agent(scene(), 'left'))",
    "the prelude's own names": (
        "_objects.clear()\n_printed.append('x')\n_table = None\nprint(relate_agent(scene(), 'left'))"
    ),
    "a host that is replaced": "def _host(*a):\n    return {'__object__': 1}\nprint(scene().__class__.__base__)",
    "the list of what was printed": (
        "_printed.append([1] * 10)\n_printed.append({'__object__': 9})\nraise ValueError(len(_printed))"
    ),
    "the list of what was printed, lost": "_printed = None",
    "the builtin that reads it": "def list(x):\n    while True:\n        pass",
    "another list of what was printed": "_printed = [[1] * 9, {}, 10**400, 'x', 77]",
    "a flood over the border": "x = [float(n) for n in range(10**5)]\nwhile True:\n    filter(x, 'chair')",
    "a call the prompt asks for": 'print(send_email("a@b.c", str(scene())))',
    "a drive the prompt asks for": 'navigate_to("kitchen")\ncmd_vel.publish(1.0)',
}

BOMBS = {
    "endless loop": "while True:\n    pass",
    "endless loop that catches": "while True:\n    try:\n        scene()\n    except BaseException:\n        pass",
    "endless loop in finally": (
        "def f():\n    try:\n        return 1\n    finally:\n        while True:\n            pass\nf()"
    ),
    "endless generator": "def f():\n    while True:\n        yield 1\nprint(sum(f()))",
    "generators of generators": (
        "g = range(100)\nfor n in range(30):\n    g = (x for x in g for y in range(100))\nprint(sum(g))"
    ),
    "itertools.count": "import itertools\nprint(len(list(itertools.count())))",
    "itertools.product": "import itertools\nprint(len(list(itertools.product(range(100), repeat=8))))",
    "itertools.permutations": "import itertools\nprint(sum(1 for p in itertools.permutations(range(20))))",
    "busy in one call": "print(sum(range(10**11)))",
    "huge text": 'x = "a" * 10**10',
    "huge list": "x = [0] * 10**9",
    "nested lists": "x = [0]\nfor n in range(40):\n    x = x * 10\nprint(len(x))",
    "nested lists in lists": "x = []\nfor n in range(60):\n    x = [x, x]\nprint(x)",
    "growing list": 'x = []\nwhile True:\n    x.append("y" * 1000)',
    "growing dictionary": "d = {}\nn = 0\nwhile True:\n    d[n] = [n] * 100\n    n += 1",
    "growing set": "s = set()\nn = 0\nwhile True:\n    s.add((n, 'x' * 100))\n    n += 1",
    "set of all pairs": "s = {(a, b) for a in range(10**5) for b in range(10**5)}",
    "huge number": "x = 9**9**9",
    "huge shift": "x = 1 << 10**11",
    "factorial": "import math\nprint(math.factorial(10**8))",
    "math.comb": "import math\nprint(math.comb(10**8, 10**7))",
    "math.perm": "import math\nprint(math.perm(10**8))",
    "number to text": "x = 10 ** 200_000\nprint(len(str(x)))\nfor n in range(10**6):\n    str(x)",
    "text to number": 'x = int("9" * 300_000)\nfor n in range(10**6):\n    int("9" * 300_000)',
    "pow modulo": "print(pow(3, 10**200_000, 10**100_000))",
    "width by percent": 'print(len("%1000000000d" % 1))',
    "precision by percent": 'print(len("%.1000000000f" % 1.0))',
    "width by star": 'print(len("%*d" % (10**9, 1)))',
    "width by format": 'print(len(format(1, "1000000000d")))',
    "width by str.format": 'print(len("{:>1000000000}".format(1)))',
    "width in an f-string": 'print(len(f"{1:1000000000}"))',
    "nested width": 'w = 10**9\nprint(len(f"{1:{w}}"))',
    "ljust": 'print(len("a".ljust(10**10)))',
    "zfill": 'print(len("1".zfill(10**10)))',
    "center": 'print(len("1".center(10**10)))',
    "expandtabs": 'print(len("\\t".expandtabs(10**10)))',
    "replace": 'x = "a" * 10**6\nprint(len(x.replace("a", x)))',
    "join": 'x = "a" * 10**6\nprint(len(x.join(["b"] * 10**6)))',
    "repeated doubling": 's = "lol"\nfor n in range(60):\n    s = s + s\nprint(len(s))',
    "range to list": "print(len(list(range(10**10))))",
    "bytes": "print(len(bytes(10**10)))",
    "bytearray": "x = bytearray(10**10)",
    "slices": "x = list(range(1000))\nwhile True:\n    x[0:0] = x",
    "deep recursion": "def f(n):\n    return f(n + 1)\nf(0)",
    "recursion by repr": "class A:\n    def __repr__(self):\n        return repr(self)\nprint(A())",
    "recursion by eq": "class A:\n    def __eq__(self, o):\n        return self == o\nprint(A() == A())",
    "recursion by hash": "class A:\n    def __hash__(self):\n        return hash(self)\nprint({A()})",
    "recursion by getattr": "class A:\n    def __getattr__(self, n):\n        return self.y\nprint(A().x)",
    "recursion in a lambda": "f = lambda f: f(f)\nf(f)",
    "a deep list printed": "x = []\nfor n in range(100_000):\n    x = [x]\nprint(x)",
    "a deep list compared": "x, y = [], []\nfor n in range(100_000):\n    x, y = [x], [y]\nprint(x == y)",
    "a deep tuple hashed": "x = ()\nfor n in range(100_000):\n    x = (x,)\nprint(hash(x))",
    "a deep tuple across the border": "x = ()\nfor n in range(100_000):\n    x = (x,)\nfilter(x, 'chair')",
    "slow pattern": 'import re\nprint(re.match(r"(a+)+$", "a" * 60 + "!"))\nwhile True:\n    pass',
    "slow pattern with alternatives": 'import re\nprint(re.search(r"(a|aa)+$", "a" * 80 + "b"))\nwhile True:\n    pass',
    "huge pattern": 'import re\nre.compile("(a{1000}){1000}{1000}")',
    "deep pattern": 'import re\nre.compile("(" * 50_000 + ")" * 50_000)',
    "many matches": 'import re\nprint(len(re.findall("", "a" * 10**7)))\nx = re.sub("", "a" * 10**6, "a" * 10**6)',
    "deep JSON": 'import json\njson.loads("[" * 500_000)',
    "JSON of a loop": "import json\nx = []\nx.append(x)\nprint(json.dumps(x))",
    "wide JSON": 'import json\nx = json.loads("[" + "[]," * 3_000_000 + "[]]")',
    "huge JSON indent": "import json\nprint(len(json.dumps([[[]]], indent=10**9)))",
    "decompression": "import zlib\nprint(len(zlib.decompress(zlib.compress(b'0' * 10**9))))",
    "hash collisions": "d = {}\nfor n in range(10**7):\n    d[n * (2**61 - 1)] = n",
    "Counter": "import collections\nprint(len(collections.Counter(range(10**9))))",
    "deque": "import collections\nprint(len(collections.deque(range(10**9))))",
    "statistics over much": (
        "import statistics\nprint(statistics.mean([10**300] * 10**6))\nstatistics.median(range(10**12))"
    ),
    "statistics with mischief": "import statistics\nstatistics.mean(scene)",
    "statistics over long fractions": (
        "import statistics\nx = [float(n + 1) * 10.0 ** (n % 600 - 300) for n in range(9_000)]\n"
        "while True:\n    statistics.stdev(x)"
    ),
    "sorting without an end": "class A:\n    pass\nx = list(range(10**7))\nwhile True:\n    x.sort(key=lambda v: -v)",
    "sleep": "import time\ntime.sleep(10**6)\nwhile True:\n    pass",
    "asyncio sleep": (
        "import asyncio\nasync def f():\n    await asyncio.sleep(10**6)\nasyncio.run(f())\nwhile True:\n    pass"
    ),
    "flood of errors": "while True:\n    try:\n        filter(scene(), 'desk')\n    except Exception:\n        pass",
    "flood of tool calls": "for n in range(10**6):\n    scene()",
    "flood of prints": "while True:\n    print('x' * 10_000)",
    "one huge print": "print('x' * 10**7)\nprint('y' * 10**7)\nraise ValueError('z' * 10**6)",
    "a huge error": "raise ValueError('x' * 10**7)",
    "an error without a text": "class E(Exception):\n    def __str__(self):\n        return 7\nraise E()",
    "an error whose text fails": "class E(Exception):\n    def __str__(self):\n        raise E\nraise E()",
}

SYNTAX = {
    "open bracket": "print(",
    "deeply nested brackets": "(" * 5000,
    "deeply nested lists": "[" * 3000 + "]" * 3000,
    "deeply nested signs": "-" * 15_000 + "1",
    "deeply nested nots": "not " * 4000 + "1",
    "deeply nested lambdas": "lambda: " * 2000 + "1",
    "deeply nested blocks": "\n".join(" " * n + "if 1:" for n in range(180)) + "\n" + " " * 180 + "pass",
    "deeply nested f-strings": "f'{" * 300 + "1" + "}'" * 300,
    "a long sum": "+".join(["1"] * 9_000) + "\nraise ValueError('done')",
    "long attribute": "scene" + ".a" * 9_000,
    "long call": "scene" + "()" * 9_000,
    "long elif": "if 0:\n    pass\n" + "elif 0:\n    pass\n" * 900 + "raise ValueError('done')",
    "a null byte": "print(1)\x00import os",
    "only a null byte": "\x00",
    "a form feed": "\x0cimport subprocess",
    "a byte order mark": "\ufeffimport subprocess",
    "look-alike letters": "ｉｍｐｏｒｔ os\nos.ｓｙｓｔｅｍ('touch @NEW@')",
    "look-alike dunder": "print(().__ｃlass__)",
    "right-to-left marks": "x = 'a\u202e'\nraise ValueError(x)  # \u2066",
    "a lone surrogate": "print('\\ud800')\nraise ValueError('\\udfff')",
    "a surrogate in the program": "x = '\ud800'\nprint(x)",
    "another encoding": "# -*- coding: utf-7 -*-\n+AGkAbQBwAG8AcgB0- os",
    "too long": "#" * 30_000,
    "line continuation": "\\\n" * 5000 + "import subprocess",
    "future": "from __future__ import braces",
    "type statement": "type X = __import__('os').system('touch @NEW@')\nprint(X.__value__)",
    "await outside": "await scene()",
    "yield outside": "yield 1",
    "return outside": "return 1",
    "delete a builtin": "del print\nprint(1)",
    "assign a keyword": "None = 1",
}

ALL = {
    f"{group}: {name}": program
    for group, programs in (
        ("files", FILES),
        ("processes", PROCESSES),
        ("network", NETWORK),
        ("dunders", DUNDERS),
        ("frames", FRAMES),
        ("formats", FORMATS),
        ("code", CODE),
        ("host", HOST),
        ("bombs", BOMBS),
        ("syntax", SYNTAX),
        ("border", BORDER),
        ("names", NAMES),
        ("wear", WEAR),
    )
    for name, program in programs.items()
}

HARMLESS = {
    "dunders: setattr on a class": "",
    "dunders: __set_name__": "",
    "dunders: match by attribute": "",
    "dunders: match args": "",
    "dunders: global builtins": "<built-in function open>",
    "bombs: a deep list printed": "[[[[",
    "syntax: deeply nested blocks": "",
    "host: the list of what was printed, lost": "",
    "host: the builtin that reads it": "",
    "host: another list of what was printed": "",
}
"""Programs that run to their end, and how what they print begins: they get nothing by it."""
