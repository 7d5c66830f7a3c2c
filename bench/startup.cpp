// startup EMPTY TOOL REQUEST [TOOL REQUEST]…: what one call of a tool costs, spawn to reap, against
// an empty static C program, in one run: the programs take turns, so that a machine that slows down
// slows both. Prints for each the median in microseconds and the ratio of the medians. 1,000
// rounds, or as many as ROUNDS says.

#include "call.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Program {
    std::string path;
    std::string request;
    std::vector<double> microseconds = {};
};

static void call(Program& program)
{
    char* argv[] = {program.path.data(), nullptr};
    program.microseconds.push_back(microseconds_of(argv, program.request));
}

int main(int argc, char** argv)
{
    if (argc < 2 || argc % 2 != 0)
        return 2;
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 1000;
    for (int index = 2; index < argc; index += 2) {
        Program empty {argv[1], ""};
        Program tool {argv[index], argv[index + 1]};
        for (int round = 0; round < rounds; ++round) {
            call(empty);
            call(tool);
        }
        const double here = median(tool.microseconds);
        const double floor = median(empty.microseconds);
        std::printf("%8.0f us against %6.0f  %5.2f  %s\n", here, floor, here / floor,
            tool.path.substr(tool.path.rfind('/') + 1).c_str());
    }
}
