#include "runner/options/option_table.hpp"

#include "runner/options/command_set.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace runner::options {

using namespace toolkit;

std::vector<Option> joined(std::initializer_list<std::vector<Option> (*)()> topics)
{
    std::vector<Option> all;
    for (auto* const topic : topics) {
        auto rows = topic();
        all.reserve(std::max(all.capacity(), all.size() + rows.size()));
        std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
}

// Sorts indexes instead of rows, because this is done at each start.
static std::vector<Option> in_order(std::vector<Option> rows)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t left, std::size_t right) { return rows[left].place < rows[right].place; });
    std::vector<Option> sorted;
    sorted.reserve(rows.size());
    for (const std::size_t index : order)
        sorted.push_back(std::move(rows[index]));
    return sorted;
}

static std::vector<Option> all_rows()
{
    constexpr std::size_t usual_count = 256;
    std::vector<Option> all;
    all.reserve(usual_count);
    for (const CommandSet* set : command_sets()) {
        int place = 0;
        for (auto* const rows : set->options)
            for (auto& row : rows()) {
                place = row.place = row.place == 0 ? place : row.place;
                all.push_back(std::move(row));
            }
    }
    return in_order(std::move(all));
}

// Never destroyed, since that would take a tenth of the time of a short run.
const std::vector<Option>& option_table()
{
    static const auto& options = *new std::vector<Option>(all_rows());
    return options;
}

bool takes(const CommandRow& row, const Option& option)
{
    if (option.reach == Reach::all || (option.reach == Reach::with_secrets && row.has_secrets)
        || (option.reach == Reach::in_workspace && row.reads_config && !row.has_workspaces)
        || text::contains(option.commands, Command(row.name)))
        return true;
    const bool can_be_shared
        = option.commands.empty() || text::contains(option.commands, Command("config"));
    if (can_be_shared && text::contains(row.shares, option.name))
        return true;
    return !row.like.empty() && option.reach == Reach::listed
        && !text::contains(row.but, option.name) && takes(row_of(row.like), option);
}

bool takes(Command command, const Option& option) { return takes(row_of(command), option); }

const Option* find_option(Command command, std::string_view name)
{
    const auto& table = option_table();
    const CommandRow& row = row_of(command);
    const auto found = std::find_if(table.begin(), table.end(),
        [&](const Option& option) { return option.name == name && takes(row, option); });
    return found == table.end() ? nullptr : &*found;
}

const Option* find_short_option(Command command, std::string_view letter)
{
    const auto& table = option_table();
    const CommandRow& row = row_of(command);
    const auto found = std::find_if(table.begin(), table.end(), [&](const Option& option) {
        return letter == std::string_view(&option.letter, 1) && takes(row, option);
    });
    return found == table.end() ? nullptr : &*found;
}

std::vector<const Option*> shown_options(Command command)
{
    std::vector<const Option*> result;
    const CommandRow& row = row_of(command);
    for (const auto& option : option_table())
        if (takes(row, option) && !option.is_hidden)
            result.push_back(&option);
    return result;
}

std::string flag_of(const Option& option) { return "--" + option.name; }

bool is_path(const Option& option, std::string_view value)
{
    if (!option.optional_file.empty())
        return !is_switch(value);
    return (option.is_file || option.value == "DIR") && value != "-" && value != option.no_file;
}

std::string long_usage_of(const Option& option)
{
    if (!option.optional_file.empty())
        return flag_of(option) + "[=" + option.optional_file + "]";
    return flag_of(option) + (option.value.empty() ? "" : " " + option.value);
}

std::string usage_of(const Option& option)
{
    const std::string letter = option.letter == 0 ? "" : std::string("-") + option.letter + ", ";
    return letter + long_usage_of(option);
}

std::string usage_of(const CommandRow& row)
{
    std::string usage = "agentcli " + row.name + (row.words.empty() ? "" : " " + row.words);
    for (const Option* option : shown_options(row.name))
        usage += option->is_required ? " " + long_usage_of(*option) : "";
    return usage + " [flags]";
}

std::string explanation_of(const Option& option)
{
    std::string text = option.help;
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        text += (index == 0 ? "; environment: " : ", then ") + option.environment[index];
    return text + (option.preset.empty() ? "" : " [" + option.preset + "]");
}

}
