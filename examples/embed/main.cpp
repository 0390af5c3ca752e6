// Trains a model, asks it, and keeps it: gntp in a program of its own.
#include <gntp/gntp.h>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: embed DATA RUN, e.g. embed data/countries/S2 runs/s2\n";
    return 2;
  }
  try {
    gntp::Engine engine =
        gntp::Engine::train(gntp::Dataset::load(argv[1]), gntp::Settings::preset("mined"));
    for (const gntp::Answer& answer : engine.predict("locatedIn(syria, ?)", 3)) {
      std::cout << answer.name << ' ' << answer.score << '\n';
    }
    std::cout << engine.explain("locatedIn(syria, asia)").to_text();
    engine.save(argv[2]);
  } catch (const std::exception& error) {
    std::cerr << "embed: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
