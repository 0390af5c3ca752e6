% Rule templates for S2: as S1, and a chain of two relations (neighbour in region); <3> makes three rules of each.
p(X, Y) :- p(Y, X) <3>
p(X, Y) :- q(X, Z), q(Z, Y) <3>
p(X, Y) :- q(X, Z), r(Z, Y) <3>
