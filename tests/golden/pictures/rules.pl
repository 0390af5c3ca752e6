0.9 :: family(X, Y) :- parent(X, Y)
0.6 :: family(X, Y) :- raised(X, Y)
0.5 :: family(X, Y) :- family(X, Z), parent(Z, Y)
0.4 :: born(X, Y) :- parent(X, Z), born(Z, Y)
