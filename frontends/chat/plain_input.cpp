// What becomes of the lines that are typed in plain mode.

#include "frontends/chat/plain_view.hpp"
#include "frontends/chat/plain_words.hpp"
#include "frontends/screen/amounts.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/mentions.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace frontends::chat {

using namespace toolkit;
using namespace std::chrono_literals;

static constexpr auto twice = 2s;
static constexpr std::size_t max_choices = 8;

void PlainView::Draft::add(const std::string& line)
{
    text += line;
    typed += line;
}

PlainView::Typed PlainView::say()
{
    const auto [line, typed] = std::exchange(begun, {});
    if (typed == "/quit" || typed == "/exit")
        return {leave(), message_line({{"do", "quit"}})};
    if (typed.starts_with('!')) {
        const bool is_told = !typed.starts_with("!!");
        return {{},
            message_line(
                {{"do", "run"}, {"command", line.substr(is_told ? 1 : 2)}, {"tell", is_told}})};
    }
    if (typed.starts_with('/') && !typed.starts_with("//") && line.size() > 1)
        return {{}, message_line({{"do", "command"}, {"line", line}})};
    Json fields {{"do", "say"}, {"text", typed.starts_with("//") ? line.substr(1) : line}};
    if (const auto mentioned = screen::mentions_in(typed); !mentioned.empty())
        fields["mentions"] = mentioned;
    return {{}, message_line(fields)};
}

// Where the word begins that Tab completes: an @ or a command; npos: there is none.
static std::size_t begin_of_word(const std::string& typed)
{
    static constexpr std::string_view spaces = " \t\n";
    const std::size_t quote = typed.rfind("@\"");
    if (quote != std::string::npos && typed.find('"', quote + 2) == std::string::npos
        && (quote == 0 || spaces.find(typed[quote - 1]) != std::string_view::npos))
        return quote;
    const std::size_t begin = typed.find_last_of(spaces) + 1; // 0 for none
    const bool is_word = begin < typed.size() && (typed[begin] == '@' || typed[begin] == '/');
    return is_word && (typed[begin] == '@' || begin == 0) ? begin : std::string::npos;
}

PlainView::Typed PlainView::complete()
{
    const std::size_t begin = begin_of_word(begun.typed);
    if (begin == std::string::npos)
        return {shown_draft() + prompt()};
    std::string letters = begun.typed.substr(begin + 1);
    std::erase(letters, '"');
    return {{},
        message_line({{"do", "complete"}, {"id", "c" + std::to_string(++requests)},
            {"kind", begun.typed[begin] == '/' ? "command" : "path"}, {"text", letters}})};
}

std::string PlainView::shown_draft() const
{
    return begun.text.empty() ? ""
                              : "note: so far: "
            + strict(text::shortened(std::string(text::stripped(begun.text)), 1000)) + "\n";
}

// Of the list that Tab has asked for: one is taken at once.
std::string PlainView::take_completions(const Json& items)
{
    choices.clear();
    for (const Json& item : items)
        if (choices.size() < max_choices)
            choices.push_back(item.is_string() ? item.get<std::string>() : string_at(item, "text"));
    if (choices.empty())
        return text.end() + "note: nothing to complete\n" + shown_draft();
    if (choices.size() == 1) {
        choose("1");
        return text.end() + shown_draft();
    }
    std::string shown = text.end();
    for (std::size_t index = 0; index < choices.size(); ++index)
        shown += std::to_string(index + 1) + ". " + strict(choices[index]) + "\n";
    return shown + "note: a number chooses; anything else continues the line\n";
}

bool PlainView::choose(const std::string& line)
{
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    const bool is_number = error == std::errc() && after == line.data() + line.size();
    const std::vector<std::string> given = std::exchange(choices, {});
    if (!is_number || number == 0 || number > given.size())
        return false;
    const std::size_t begin = begin_of_word(begun.typed);
    if (begin == std::string::npos)
        return false;
    std::string word = given[number - 1];
    const bool is_directory = word.ends_with('/');
    if (!word.starts_with('/') || begun.typed[begin] != '/')
        word.insert(0, word.find(' ') == std::string::npos ? "@" : "@\"");
    if (word.starts_with("@\"") && !is_directory)
        word += "\"";
    const std::size_t size = begun.typed.size() - begin;
    begun.typed.erase(begin);
    begun.text.erase(begun.text.size() - size);
    begun.add(word + (is_directory ? "" : " "));
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
        begun.add(line.substr(0, line.find_last_not_of('\t') + 1));
        return complete();
    }
    if (line.ends_with('\\')) {
        begun.add(line.substr(0, line.size() - 1) + "\n");
        return {};
    }
    begun.add(line);
    if (text::stripped(begun.text).empty()) {
        begun = {};
        return {prompt()};
    }
    return say();
}

PlainView::Typed PlainView::paste(const std::string& lines)
{
    has_prompt = false;
    if (!questions.empty())
        return {"question: a paste is no answer\n" + prompt(), {}, false, true};
    if (begun.text.size() + lines.size() > screen::max_paste / 2)
        return {"note: a paste of more than 8 MiB is refused\n" + prompt()};
    const screen::Key clean = screen::cleaned_paste(lines);
    begun.text += clean.text;
    begun.typed += ' ';
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
    const bool is_second = now - std::exchange(last_interrupt, now) < twice;
    const bool had_draft = !begun.text.empty();
    begun = {};
    choices.clear();
    if (is_second && !had_draft)
        return {"\n" + leave(), message_line({{"do", "quit"}}), true};
    if (is_busy || !questions.empty())
        return {"\n", message_line({{"do", "interrupt"}})};
    has_prompt = false;
    return {"\nnote: Ctrl-C once more ends the chat\n" + prompt()};
}

}
