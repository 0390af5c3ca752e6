s(X, Y) :- r(X, Z), r(Z, Y)
