% Rule templates for S1: symmetry, and transitivity (country in sub-region in region); <3> makes three rules of each.
p(X, Y) :- p(Y, X) <3>
p(X, Y) :- q(X, Z), q(Z, Y) <3>
