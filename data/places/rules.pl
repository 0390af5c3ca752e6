% Whatever is in a place is in what that place is in; and everything may be said in several ways.
p(X, Y) :- q(X, Z), q(Z, Y) <3>
p(X, Y) :- q(X, Y) <3>
