// names [FILE]: the cost of the order of 10,000 names, after each letter of a word that is typed.
// The names are the lines of FILE; without it they are made up. Prints the median and the worst of
// 101 rounds, or as many as ROUNDS says, in milliseconds; the goal is 16.

#include "frontends/chat/name_order.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

static constexpr std::size_t count = 10'000;

static std::vector<std::string> made_up()
{
    static const char* const words[] {"runner", "screen", "markdown", "session", "Approval", "test",
        "toolkit", "system", "audit", "command"};
    std::vector<std::string> names;
    for (std::size_t index = 0; index < count; ++index)
        names.push_back(std::string(words[index % 10]) + "/" + words[index / 10 % 10] + "/"
            + words[index / 100 % 10] + "_" + words[index / 1000 % 10] + "_" + std::to_string(index)
            + ".cpp");
    return names;
}

static std::vector<std::string> lines_of(const char* file)
{
    std::ifstream in(file);
    std::vector<std::string> names;
    for (std::string line; names.size() < count && std::getline(in, line);)
        names.push_back(line);
    return names;
}

int main(int argc, char** argv)
{
    using Clock = std::chrono::steady_clock;
    static const std::string word = "screen_markdown";
    const std::vector<std::string> names = argc > 1 ? lines_of(argv[1]) : made_up();
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 101;
    for (std::size_t letters = 0; letters <= word.size(); ++letters) {
        std::vector<double> times;
        for (int round = 0; round < rounds; ++round) {
            const auto begun = Clock::now();
            frontends::chat::best_names(names, word.substr(0, letters), 100);
            times.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
        }
        std::sort(times.begin(), times.end());
        std::printf("%7.2f ms (worst %6.2f)  %zu names, '%s'\n", times[times.size() / 2],
            times.back(), names.size(), word.substr(0, letters).c_str());
    }
}
