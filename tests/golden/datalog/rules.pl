% Far-apart vectors make these crisp Datalog.
ancestor(X, Y) :- parent(X, Y)
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y)
married(X, Y) :- married(Y, X)
dines(X, fish) :- likes(X, fish)
