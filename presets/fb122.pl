% Templates of the preset fb122, used instead of the data's own.
p(X, Y) :- q(X, Y) <500>
p(X, Y) :- q(Y, X) <500>
p(X, Y) :- q(X, Z), r(Z, Y) <200>
p(X, Y) :- q(X, Z), r(Y, Z) <200>
p(X, Y) :- q(Z, X), r(Z, Y) <200>
p(X, Y) :- q(Z, X), r(Y, Z) <200>
