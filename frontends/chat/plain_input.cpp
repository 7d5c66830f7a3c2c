// Handles the lines that are typed in plain mode.

#include "frontends/chat/plain_view.hpp"
#include "frontends/chat/plain_words.hpp"
#include "frontends/screen/draft_messages.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

namespace frontends::chat {

using namespace toolkit;
using namespace std::chrono_literals;

static constexpr auto twice = 2s;
static constexpr std::size_t max_choices = 8;

PlainView::Typed PlainView::say()
{
    const screen::Draft draft = std::exchange(begun, {});
    const std::string typed = draft.typed_text();
    if (typed == "/quit" || typed == "/exit")
        return {leave(), channel::Quit {}};
    return {{}, screen::message_of_draft(draft)};
}

PlainView::Typed PlainView::complete()
{
    auto names = screen::completion_of_draft(begun);
    if (!names)
        return {shown_draft() + prompt()};
    names->by_key = true;
    names->id = "c" + std::to_string(++requests);
    return {{}, std::move(*names)};
}

std::string PlainView::shown_draft() const
{
    if (begun.empty())
        return {};
    const std::string text(text::stripped(begun.text()));
    return "note: so far: " + strict(text) + "\n";
}

// Shows the list requested with Tab. If it has a single name, completes that immediately.
std::string PlainView::take_completions(const channel::Completions& list)
{
    choices.clear();
    for (const auto& item : list.items) {
        const auto* const command = std::get_if<channel::CompletedCommand>(&item);
        if (choices.size() < max_choices)
            choices.push_back(
                command != nullptr ? *command : channel::CompletedCommand {std::get<0>(item), {}});
    }
    if (choices.empty())
        return text.end() + "note: nothing to complete\n" + shown_draft();
    if (choices.size() == 1) {
        choose("1");
        return text.end() + shown_draft();
    }
    std::string shown = text.end();
    for (std::size_t index = 0; index < choices.size(); ++index)
        shown += std::to_string(index + 1) + ". " + strict(choices[index].text) + "\n";
    return shown + "note: a number chooses; anything else continues the line\n";
}

bool PlainView::choose(const std::string& line)
{
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    const bool is_number = error == std::errc() && after == line.data() + line.size();
    const std::vector<channel::CompletedCommand> given = std::exchange(choices, {});
    if (!is_number || number == 0 || number > given.size())
        return false;
    if (!screen::completion_of_draft(begun))
        return false;
    const channel::CompletedCommand& chosen = given[number - 1];
    screen::complete_draft(begun, chosen.text, chosen.partial);
    return true;
}

PlainView::Typed PlainView::type(const std::string& line, Time now)
{
    has_prompt = false;
    if (!questions.empty())
        return answer(line, now);
    if (!choices.empty() && choose(line))
        return {shown_draft() + prompt()};
    if (line.ends_with('\t')) {
        begun.insert(line.substr(0, line.find_last_not_of('\t') + 1));
        return complete();
    }
    if (line.ends_with('\\')) {
        begun.insert(line.substr(0, line.size() - 1) + "\n");
        return {};
    }
    begun.insert(line);
    if (text::stripped(begun.text()).empty()) {
        begun.clear();
        return {prompt()};
    }
    return say();
}

PlainView::Typed PlainView::paste(const std::string& lines)
{
    has_prompt = false;
    if (!questions.empty())
        return {"question: a paste is no answer\n" + prompt(), {}, false, true};
    if (begun.text().size() + lines.size() > screen::max_paste / 2)
        return {"note: a paste of more than 8 MiB is refused\n" + prompt()};
    const screen::Key clean = screen::cleaned_paste(lines);
    begun.insert_paste(clean.text);
    const auto count
        = static_cast<std::size_t>(std::count(clean.text.begin(), clean.text.end(), '\n'));
    std::string shown = "note: pasted " + screen::with_commas(count).bytes() + " lines, "
        + screen::bytes_text(clean.text.size()).bytes() + "; an empty line sends them\n";
    if (clean.dropped > 0)
        shown += "note: " + screen::with_commas(clean.dropped).bytes()
            + " control characters of the paste were dropped\n";
    return {shown + prompt()};
}

PlainView::Typed PlainView::interrupt(Time now)
{
    const bool had_draft = !begun.empty();
    begun.clear();
    choices.clear();
    if (is_busy || !questions.empty()) {
        last_interrupt = {};
        return {"\n", channel::Interrupt {}};
    }
    const bool is_second = now - std::exchange(last_interrupt, now) < twice;
    if (is_second && !had_draft)
        return {"\n" + leave(), channel::Quit {}, true};
    has_prompt = false;
    return {"\nnote: Ctrl-C once more ends the chat\n" + prompt()};
}

}
