% Templates of the preset wn18rr, used instead of the data's own.
p(X, Y) :- q(X, Y) <20>
p(X, Y) :- q(Y, X) <40>
p(X, Y) :- q(X, Z), r(Z, Y) <100>
p(X, Y) :- q(X, Z), r(Y, Z) <100>
p(X, Y) :- q(Z, X), r(Z, Y) <100>
p(X, Y) :- q(Z, X), r(Y, Z) <100>
p(X, Y) :- q(X, Z), r(Z, W), s(W, Y) <100>
p(X, Y) :- q(X, Z), r(Z, W), s(Y, W) <100>
p(X, Y) :- q(X, Z), r(W, Z), s(W, Y) <100>
p(X, Y) :- q(X, Z), r(W, Z), s(Y, W) <100>
p(X, Y) :- q(Z, X), r(Z, W), s(W, Y) <100>
p(X, Y) :- q(Z, X), r(Z, W), s(Y, W) <100>
p(X, Y) :- q(Z, X), r(W, Z), s(W, Y) <100>
p(X, Y) :- q(Z, X), r(W, Z), s(Y, W) <100>
