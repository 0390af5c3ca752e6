% Rule templates for S3: as S2, and a chain of three relations (neighbour in sub-region in region); <3> makes three rules of each.
p(X, Y) :- p(Y, X) <3>
p(X, Y) :- q(X, Z), q(Z, Y) <3>
p(X, Y) :- q(X, Z), r(Z, Y) <3>
p(X, Y) :- q(X, Z), r(Z, W), s(W, Y) <3>
