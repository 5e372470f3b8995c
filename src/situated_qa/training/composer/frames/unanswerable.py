"""What no map of a place can tell."""

TEXT = """
@ask not in map
= not_in_map("<said>") *0.5
what «time» is it
what's the «time»
do you know what «time» it is
can you tell me the «time»
= not_in_map("<said>") *0.5
what is the «weather» like
how is the «weather»
is it «raining» outside
will it «rain tomorrow»
= not_in_map("<said>") *1
how much does <x> «weigh»
what is the «weight» of <x>
how «heavy» is <x>
is <x> «heavy»
could I «lift» <x>
= not_in_map("<said>") *1
how much does <x> «cost»
what is the «price» of <x>
how «expensive» is <x>
how much did <x> «cost»
what is <x> «worth»
= not_in_map("<said>") *1
who «owns» <x>
«whose» is <x>
who does <x> «belong» to
who is the «owner» of <x>
= not_in_map("<said>") *0.8
what «brand» is <x>
which «brand» is <x>
who «made» <x>
which company «made» <x>
what «make» is <x>
= not_in_map("<said>") *0.6
how «warm» is it in the <room>
what is the «temperature» in the <room>
how «hot» is <x>
what «temperature» does <x> have
is it «cold» in the <room>
= not_in_map("<said>") *0.5
how «old» is <x>
what «age» is <x>
when was <x> «made»
how many years «old» is <x>
= not_in_map("<said>") *1
who «moved» <x>
where was <x> «yesterday»
when was <x> «bought»
was <x> here «last week»
who «put» <x> there
= not_in_map("<said>") *0.4
where will <x> be «tomorrow»
when will somebody «use» <x>
will <x> be here «next week»
who is going to «use» <x> later
= not_in_map("<said>") *0.3
what does <x> «smell» like
how does <x> «smell»
does <x> «smell» good
is there a «smell» from <x>
= not_in_map("<said>") *0.3
what sound does <x> «make»
how «loud» is <x>
is <x> «noisy»
can I «hear» <x> from here
= not_in_map("<said>") *0.2
how does <x> «taste»
what does <x> «taste» like
does <x> «taste» good
is <x> «tasty»
= not_in_map("<said>") *0.6
do you «like» <x>
is <x> «beautiful»
which do you «like better», <x1> or <x2>
what do you «think» of <x>
is <x> more «comfortable» than the others
= not_in_map("<said>") *0.5
«why» is <x> there
why is <x> «like» this
why did they «put» <x> there
what is the «reason» for <x>
= not_in_map("<said>") *0.3
what «day» is it today
what is the «date»
which «day» of the week is it
what «month» is it
= not_in_map("<said>") *0.5
what is «written» on <x>
what does it «say» on <x>
what does the text on <x> «say»
what is <x> «about»
= not_in_map("<said>") *0.4
does <x> «work»
is <x> «working» properly
does <x> still «function»
has <x> been «repaired»
= not_in_map("<said>") *0.4
who is the «president»
what is the «capital» of France
how far is the «moon»
who «invented» the telephone
"""
