'lies in'(X, Y) :- 'lies in'(X, Z), 'lies in'(Z, Y)
