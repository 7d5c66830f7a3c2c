// exec REQUEST FLOOR [ARGUMENT …] + RIVAL [ARGUMENT …] + OURS [ARGUMENT …] [+ OURS …]: what each
// command line costs over FLOOR, spawn to reap, in one run, taking turns; REQUEST is the stdin of
// all. Prints for each the median in microseconds, what of it is over the floor's, and that as a
// share of the rival's. 500 rounds, or as many as ROUNDS says.

#include "call.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

struct Program {
    std::vector<char*> arguments = {};
    std::vector<double> microseconds = {};
};

static std::vector<Program> programs_of(int argc, char** argv)
{
    std::vector<Program> programs(1);
    for (int index = 2; index < argc; ++index)
        if (std::string_view(argv[index]) == "+")
            programs.emplace_back();
        else
            programs.back().arguments.push_back(argv[index]);
    for (Program& program : programs)
        program.arguments.push_back(nullptr);
    return programs;
}

int main(int argc, char** argv)
{
    std::vector<Program> programs = programs_of(argc, argv);
    if (programs.size() < 3)
        return 2;
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 500;
    for (int round = 0; round < rounds; ++round)
        for (Program& program : programs)
            program.microseconds.push_back(microseconds_of(program.arguments.data(), argv[1]));
    const double floor = median(programs[0].microseconds);
    const double rival = median(programs[1].microseconds) - floor;
    for (const Program& program : programs) {
        const double here = median(program.microseconds);
        std::printf("%8.0f us, %6.0f over the floor, %5.2f of the rival's  ", here, here - floor,
            (here - floor) / rival);
        for (std::size_t index = 0; index < 3 && program.arguments[index] != nullptr; ++index)
            std::printf(" %s", program.arguments[index]);
        std::printf("\n");
    }
}
