% Templates of the preset wn18, used instead of the data's own.
p(X, Y) :- q(X, Y) <40>
p(X, Y) :- q(Y, X) <40>
p(X, Y) :- q(X, Z), r(Z, Y) <40>
p(X, Y) :- q(X, Z), r(Y, Z) <40>
p(X, Y) :- q(Z, X), r(Z, Y) <40>
p(X, Y) :- q(Z, X), r(Y, Z) <40>
p(X, Y) :- q(X, Z), r(Z, W), s(W, Y) <20>
p(X, Y) :- q(X, Z), r(W, Z), s(W, Y) <20>
