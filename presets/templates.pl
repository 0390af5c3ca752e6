% Templates of rules for data that have none of their own: 'gntp compare' gives them to the models that need some.
p(X, Y) :- q(X, Y) <20>
p(X, Y) :- q(Y, X) <20>
p(X, Y) :- q(X, Z), r(Z, Y) <20>
