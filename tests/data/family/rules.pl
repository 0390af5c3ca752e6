p(X, Y) :- q(X, Z), q(Z, Y) <2>
p(X, Y) :- q(X, Y) <1>
