// run_live_chat AGENTCLI CASE: agentcli on a pseudo-terminal, with libvterm as the terminal and a
// scripted server: a whole chat, as one file of tests/chat/live says. README.md has the form.

#include "live_chat.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <stdexcept>

using namespace std::chrono_literals;

namespace {

bool fits_rows(const std::string& section, const std::string& wanted, const std::string& actual)
{
    const auto wanted_rows = lines_of(wanted);
    auto rows = lines_of(actual);
    if (section == "end of screen" && rows.size() > wanted_rows.size())
        rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(wanted_rows.size()));
    return wanted_rows.size() == rows.size()
        && std::equal(rows.begin(), rows.end(), wanted_rows.begin(),
            [](const std::string& row, const std::string& like) { return row_fits(like, row); });
}

// As a case has to have it: how long a call took differs, and so does the estimate of tokens, since
// the workspace's path does.
std::string without_times(std::string text)
{
    static const std::regex time(" [0-9.]+ (ms|s) ");
    static const std::regex estimate(" ~[0-9]+ ");
    return std::regex_replace(std::regex_replace(text, time, " <any> "), estimate, " ~<any> ");
}

// Waits until it is so; else the difference.
std::string compare(Live& chat, Step& section)
{
    std::string actual;
    if (std::getenv("BLESS") != nullptr) {
        chat.read_for(1500ms);
        section.text = without_times(chat.content(section.name));
        return {};
    }
    try {
        chat.until(
            [&] {
                actual = chat.content(section.name);
                return fits_rows(section.name, section.text, actual);
            },
            section.name);
        return {};
    } catch (const std::runtime_error&) {
        return "-- " + section.name + " -- expected\n" + section.text + "-- " + section.name
            + " -- is\n" + actual;
    }
}

std::string play(Live& chat, std::vector<Step>& steps)
{
    for (auto step = steps.begin() + 1; step != steps.end(); ++step) {
        if (step->name == "keys") {
            for (const auto& line : lines_of(step->text))
                chat.keys(line);
        } else if (const std::string problem = compare(chat, *step); !problem.empty()) {
            return problem;
        }
    }
    return chat.grammar_problem();
}

}

int main(int argc, char** argv)
try {
    if (argc != 3)
        throw std::runtime_error("run_live_chat AGENTCLI CASE");
    LiveCase file = read_live_case(argv[2]);
    const std::string problem = run_live_case(
        file, argv[1], [](ConversationCase&) {},
        [&](Live& chat) { return play(chat, file.steps); });
    std::cout << problem;
    if (std::getenv("BLESS") != nullptr)
        write_live_case(file, argv[2]);
    return problem.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << argv[argc - 1] << ": " << error.what() << '\n';
    return 1;
}
