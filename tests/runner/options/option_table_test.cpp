#include "catch.hpp"

#include "runner/commands/help.hpp"
#include "runner/options/option_table.hpp"

#include <algorithm>
#include <sstream>

using namespace runner::commands;
using namespace runner::options;

static std::vector<std::string> lines_in(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

static bool is_narrower(const Option& option)
{
    return option.narrow == nullptr || option.in_profile;
}

TEST_CASE("every row of a flag is complete")
{
    for (const auto& option : option_table()) {
        CAPTURE(option.name);
        CHECK_FALSE(option.name.empty());
        CHECK(option.help.empty() == option.is_hidden);
        CHECK((option.assign == nullptr) == !option.action.empty());
        const auto& commands = command_table();
        const auto first = std::find_if(commands.begin(), commands.end(),
            [&](const CommandRow& row) { return takes(row, option); });
        REQUIRE(first != commands.end());
        CHECK(is_narrower(option));
        if (option.is_file)
            CHECK(option.value == "FILE");
        if (!option.action.empty())
            CHECK((option.preset.empty() && option.environment.empty() && !option.in_profile));
        const auto is_beside = [&](const std::string& other) {
            return std::any_of(commands.begin(), commands.end(), [&](const CommandRow& row) {
                return takes(row, option) && find_option(row.name, other) != nullptr;
            });
        };
        for (const auto& other : option.excludes)
            CHECK(is_beside(other));
        if (!option.needs.empty())
            CHECK(find_option(first->name, option.needs) != nullptr);
        if (!option.is_hidden) {
            CHECK((std::islower(static_cast<unsigned char>(option.help.front())) != 0
                || option.help.starts_with("AGENTS.md")));
            CHECK_FALSE(option.help.ends_with("."));
        }
    }
}

TEST_CASE("rows of one name have no command in common, and the same profile")
{
    const auto& table = option_table();
    for (const auto& row : command_table())
        for (const auto& option : table)
            if (takes(row.name, option))
                CHECK(find_option(row.name, option.name) == &option);
    for (const auto& one : table)
        for (const auto& other : table)
            if (one.name == other.name) {
                CHECK((one.value == other.value || !one.in_profile));
                CHECK(one.in_profile == other.in_profile);
                CHECK(one.narrow == other.narrow);
            }
}

TEST_CASE("rows name commands and flags that there are")
{
    const auto& options = option_table();
    const auto is_flag = [&](std::string_view name) {
        return std::any_of(options.begin(), options.end(),
            [&](const Option& option) { return option.name == name; });
    };
    for (const auto& option : options) {
        CAPTURE(option.name);
        for (const Command command : option.commands)
            CHECK(row_of(command).name == command);
        if (!option.action.empty())
            CHECK(row_of(option.action).name == option.action);
    }
    for (const auto& row : command_table()) {
        CAPTURE(row.name);
        if (!row.like.empty())
            CHECK(row_of(row.like).name == row.like);
        for (const auto& name : row.but)
            CHECK(is_flag(name));
        for (const auto& name : row.shares)
            CHECK(is_flag(name));
        CHECK(row.run != nullptr);
    }
    CHECK_THROWS_AS(row_of("no such command"), std::logic_error);
}

TEST_CASE("every row of a command is complete")
{
    for (const auto& row : command_table()) {
        CAPTURE(row.name);
        CHECK(&row_of(row.name) == &row);
        CHECK_FALSE(row.name.empty());
        CHECK_FALSE(row.purpose.empty());
        CHECK_FALSE(row.summary.empty());
        CHECK(row.min_words <= row.max_words);
        CHECK((row.max_words == 0) == row.words.empty());
        CHECK(find_option(row.name, "help") != nullptr);
    }
}

TEST_CASE("the help of a command lists the flags that it accepts, in at most 80 columns")
{
    for (const auto& row : command_table()) {
        CAPTURE(row.name);
        const auto lines = lines_in(help_text(row.name));
        CHECK(lines.front().starts_with("usage: agentcli " + row.name));
        for (const auto& line : lines)
            CHECK(line.size() <= 80);
        for (const auto& option : option_table()) {
            const Option* const taken = find_option(row.name, option.name);
            const std::string usage = usage_of(taken == nullptr ? option : *taken);
            const bool is_listed
                = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
                      return (line + " ").starts_with("  " + usage + " ");
                  });
            CHECK(is_listed == (taken != nullptr && !taken->is_hidden));
        }
    }
}

// A line for each of more than 50 commands does not fit on a screen of 24 rows. A reader gets a
// line for each command, or group of commands, on two screens of 38 rows; 'help COMMAND' has the
// rest.
TEST_CASE("the overview has every command with its purpose, on two screens")
{
    const std::string text = overview();
    const auto lines = lines_in(text);
    CHECK(lines.size() <= 76);
    for (const auto& line : lines)
        CHECK(line.size() <= 80);
    for (const auto& row : command_table()) {
        CAPTURE(row.name);
        const std::string last = row.name.substr(row.name.rfind(' ') + 1);
        CHECK(text.find(last) != std::string::npos);
        const std::string first = row.name.substr(0, row.name.find(' '));
        const bool has_line = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.starts_with("  " + row.name + "  ")
                || line.starts_with("  " + first + " COMMAND  ")
                || line.starts_with("  " + first + " [COMMAND]  ");
        });
        CHECK(has_line);
    }
}

TEST_CASE("a summary of the overview fits on its line")
{
    for (const auto& row : command_table()) {
        CAPTURE(row.name);
        CHECK(row.brief.size() <= 54);
        CHECK(row.brief != row.summary);
        CHECK(std::any_of(purposes().begin(), purposes().end(),
            [&](const Purpose& purpose) { return purpose.name == row.purpose; }));
    }
}

TEST_CASE("help of a word that begins several commands lists them with their summaries")
{
    for (const std::string& word : command_words()) {
        const auto named = commands_named(word);
        const auto listed = commands_after(word);
        const bool is_command = std::find(named.begin(), named.end(), word) != named.end();
        CHECK(listed.size() + (is_command ? 1 : 0) == named.size());
        if (is_command)
            continue;
        CAPTURE(word);
        const auto lines = lines_in(help_of_several(word));
        for (const auto& line : lines)
            CHECK(line.size() <= 80);
        for (const auto& item : listed)
            CHECK(help_of_several(word).find("  " + item.name + "  ") != std::string::npos);
    }
}
