#include "agent/display/call_display.hpp"

#include "agent/display/change_rows.hpp"
#include "agent/display/rows.hpp"
#include "agent/display/shown_command.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace agent::display {

using channel::Display;
using channel::FactRole;
using channel::LineRole;
using channel::SubjectForm;

static constexpr std::size_t max_subject = 2000;
static constexpr std::size_t max_tail = 5;
static constexpr std::size_t max_head = 3;
static constexpr std::size_t max_new_lines = 5;

static Json object_in(const std::string& content)
{
    try {
        Json value = json::parse_bounded(content);
        return value.is_object() ? value : Json();
    } catch (const ToolError&) {
        return {};
    }
}

static std::string kind_of(const ShownTool& tool)
{
    return json::string_member(tool.declared, "kind");
}

// Returns the kind of the tool. If it declares none, derives it from its answer and its changes;
// empty if that is not possible.
static std::string kind_of_end(const ShownTool& tool, const CallEnd& end, const Json& answer)
{
    std::string kind = kind_of(tool);
    if (kind.empty() && json::member(answer, "exitCode").is_number_integer())
        kind = "execute";
    if (kind.empty() && (!end.diff.empty() || json::member(answer, "diff").is_string()))
        kind = "edit";
    return kind;
}

static bool names_path(std::string_view row)
{
    static constexpr std::array<std::string_view, 4> names {"{path}", "{from}", "{to}", "{globs}"};
    return std::any_of(names.begin(), names.end(),
        [&](std::string_view name) { return row.find(name) != std::string_view::npos; });
}

// Returns the first line of the text, followed by the number of lines if there are more.
static std::string one_line(const std::string& text)
{
    const std::string stripped(text::stripped(text));
    const std::size_t end = stripped.find('\n');
    std::string first = text::shortened(stripped.substr(0, end), max_subject);
    if (end == std::string::npos)
        return first;
    const auto lines = 1 + std::count(stripped.begin(), stripped.end(), '\n');
    return first + " … (" + std::to_string(lines) + " lines)";
}

static void add_part(Display& display, const std::string& text, SubjectForm form)
{
    if (const std::string line = one_line(text); !line.empty())
        display.subject.push_back({line, form});
}

static bool add_declared_subject(Display& display, const ShownTool& tool, const Json& arguments)
{
    if (kind_of(tool) == "execute")
        if (const std::string command = shown_command(arguments); !command.empty()) {
            add_part(display, command, SubjectForm::words);
            return true;
        }
    for (const Json& declared : json::member(tool.declared, "subject")) {
        const std::string row = declared.get<std::string>();
        const bool is_quoted = row.size() > 2 && row.starts_with('"') && row.ends_with('"');
        const auto text = filled(is_quoted ? row.substr(1, row.size() - 2) : row, arguments);
        if (!text)
            continue;
        const std::size_t brace = row.find('{');
        if (!is_quoted && brace > 0 && names_path(row)) {
            add_part(display, row.substr(0, brace), SubjectForm::words);
            add_part(display, text->substr(brace), SubjectForm::path);
        } else {
            add_part(display, *text,
                is_quoted             ? SubjectForm::quoted
                    : names_path(row) ? SubjectForm::path
                                      : SubjectForm::words);
        }
    }
    const Json& verbs = json::member(tool.declared, "verbs"); // replace the first part of a subject
    if (!display.subject.empty() && verbs.contains(display.subject.front().text)) {
        display.verb = verbs.at(display.subject.front().text);
        display.subject.erase(display.subject.begin());
    }
    return !display.subject.empty();
}

// Adds the paths in the first argument that is a patch.
static void add_patched_paths(Display& display, const Json& arguments)
{
    for (const auto& [name, value] : arguments.items()) {
        if (!value.is_string())
            continue;
        const auto paths = paths_in_patch(value.get_ref<const std::string&>());
        if (paths.empty())
            continue;
        add_part(display, paths.front(), SubjectForm::path);
        if (paths.size() > 1)
            add_part(
                display, "and " + std::to_string(paths.size() - 1) + " more", SubjectForm::words);
        return;
    }
}

// Adds the arguments as `name value`, or the value alone, in quotes, if the only one is a string.
static void add_arguments(Display& display, const Json& arguments)
{
    if (arguments.size() == 1 && arguments.begin()->is_string())
        return add_part(display, arguments.begin()->get<std::string>(), SubjectForm::quoted);
    for (const auto& [name, value] : arguments.items()) {
        const std::string text = shown_value(value);
        if (text.empty())
            continue;
        add_part(display, name, SubjectForm::words);
        add_part(display, text, SubjectForm::words);
    }
}

Display display_of_call(const ShownTool& tool, const Json& arguments)
{
    Display display;
    const std::size_t server = tool.name.find("__");
    display.verb = json::string_member(tool.declared, "verb");
    if (display.verb.empty())
        display.verb = server == std::string::npos
            ? tool.name
            : tool.name.substr(0, server) + ": " + tool.name.substr(server + 2);
    if (const auto* const text = arguments.get_ptr<const std::string*>();
        text != nullptr && !text->starts_with('{')) // broken JSON
        add_part(display, *text, SubjectForm::words);
    if (!arguments.is_object() || add_declared_subject(display, tool, arguments))
        return display;
    if (kind_of(tool) == "edit")
        add_patched_paths(display, arguments);
    if (display.subject.empty())
        add_arguments(display, arguments);
    return display;
}

static std::string text_of(const Display& display)
{
    std::string text = display.verb;
    for (const auto& part : display.subject)
        text += part.form == SubjectForm::quoted ? " \"" + part.text + "\"" : " " + part.text;
    return text;
}

std::string title_of_call(const ShownTool& tool, const Json& arguments)
{
    return text_of(display_of_call(tool, arguments));
}

std::string line_of(const Display& display)
{
    std::string line = text_of(display);
    FactRole last = FactRole::plain;
    for (const auto& fact : display.facts) {
        line += last == FactRole::added && fact.role == FactRole::removed ? " " : " · ";
        line += fact.text;
        last = fact.role;
    }
    return line;
}

namespace {

// Adds the facts and lines of a result to the display of its call.
class EndDisplay {
public:
    EndDisplay(Display& display, const ShownTool& tool, const Json& arguments, const CallEnd& end)
        : display(display)
        , tool(tool)
        , arguments(arguments)
        , end(end)
        , answer(object_in(end.content))
        , kind(kind_of_end(tool, end, answer))
    {
    }

    void add()
    {
        if (!end.code.empty())
            return add_failure();
        if (kind == "execute")
            return add_command();
        if (kind.empty())
            return add_head(whole_output(tool, end));
        for (const Json& row : json::member(tool.declared, "facts"))
            if (const auto text = filled(row.get<std::string>(), answer))
                add_fact(*text);
        if (kind == "search")
            add_matches();
        if (kind == "edit")
            add_change();
        else if (json::member(answer, "truncated") == true)
            add_fact("truncated", FactRole::kept);
    }

private:
    void add_fact(std::string text, FactRole role = FactRole::plain)
    {
        display.facts.push_back({std::move(text), role});
    }

    // Returns why the arguments were refused, in words for a person, whom the error of the parser
    // would not help. Returns nullopt if they were not refused.
    std::optional<std::string> refusal_of_arguments(const std::string& why) const
    {
        static constexpr std::string_view begin = "the arguments of '";
        static constexpr std::string_view end = "' can't be used: ";
        const std::size_t reason = why.find(end);
        if (!why.starts_with(begin) || reason == std::string::npos)
            return {};
        if (json::string_member(answer, "hint").starts_with("your message was cut off"))
            return "the reply reached its limit of tokens in this call; the model was told";
        if (arguments.is_string())
            return "its arguments are not valid JSON; the model was told";
        return why.substr(reason + end.size());
    }

    void add_failure()
    {
        static constexpr std::string_view not_run = "' was not run: ";
        display.has_failed = true;
        const Json& error = json::member(answer, "error");
        std::string why
            = error.is_string() ? error.get<std::string>() : json::string_member(error, "message");
        if (why.empty())
            why = json::string_member(answer, "message");
        if (why.empty() && answer.is_null())
            why = end.content;
        const std::size_t refused = end.code == "PERMISSION_DENIED" ? why.find(not_run) : why.npos;
        const auto refusal = refusal_of_arguments(why);
        if (refused != why.npos || refusal)
            add_fact("not run", FactRole::error);
        else if (kind == "edit" || kind == "move" || kind == "delete")
            add_fact("not applied", FactRole::error);
        if (end.code == "TIMED_OUT")
            add_fact("timed out", FactRole::error);
        if (refused != why.npos)
            why = why.substr(refused + not_run.size());
        why = refusal.value_or(why);
        if (!why.empty())
            display.lines.push_back({one_line(why), LineRole::reason});
    }

    void add_status()
    {
        const Json& exit = json::member(answer, "exitCode");
        const std::string signal = json::string_member(answer, "signal");
        const bool is_late = json::member(answer, "timedOut") == true;
        const std::int64_t status = exit.is_number_integer() ? exit.get<std::int64_t>() : 0;
        display.has_failed = is_late || status != 0;
        if (is_late)
            add_fact("timed out after " + seconds_allowed() + " s", FactRole::error);
        else if (!signal.empty())
            add_fact("signal " + std::to_string(status - 128) + " ("
                    + signal.substr(signal.starts_with("SIG") ? 3 : 0) + ")",
                FactRole::error);
        else if (status != 0)
            add_fact("exit " + std::to_string(status), FactRole::error);
    }

    // Returns the timeout of the command in whole seconds, or else its duration.
    std::string seconds_allowed() const
    {
        const Json& wanted = json::member(arguments, "timeoutSec");
        const Json& taken = json::member(answer, "durationMs");
        if (wanted.is_number_integer())
            return wanted.dump();
        return std::to_string(
            taken.is_number() ? std::llround(taken.get<double>() / 1000) : std::int64_t {0});
    }

    void add_command()
    {
        const std::string background = json::string_member(arguments, "background");
        if (!background.empty() && answer.contains("background"))
            add_fact("in the background as \"" + one_line(background) + "\"", FactRole::kept);
        add_status();
        const std::string output = output_of_command(answer);
        const bool is_cut = json::member(answer, "truncated") == true;
        const LastLines last = end.printed != nullptr && end.printed->count() > 0
            ? end.printed->last(max_tail)
            : last_lines(output, max_tail);
        if (is_cut)
            add_cut(last.count, output.size());
        if (last.count == 0 && background.empty())
            add_fact("no output");
        display.is_tail = true;
        add_lines(last);
    }

    void add_cut(std::size_t lines, std::size_t bytes)
    {
        if (end.printed != nullptr)
            add_fact(counted(lines, "line", "lines"), FactRole::kept);
        display.facts.push_back({"the model has the first and last " + shown_bytes(bytes / 2),
            FactRole::kept, "truncated"});
    }

    void add_lines(const LastLines& shown)
    {
        for (const std::string& line : shown.lines)
            display.lines.push_back({line, LineRole::output});
        display.left_out = static_cast<std::int64_t>(shown.count - shown.lines.size());
    }

    void add_head(const std::string& text) { add_lines(first_lines(text, max_head)); }

    // Returns the number of matches in lines of fs_search: "12:text" is a match, "13-text" context.
    static std::uint64_t matches_in(const std::string& lines)
    {
        std::uint64_t count = 0;
        for (std::size_t at = 0; at < lines.size(); ++count) {
            const std::size_t end = std::min(lines.find('\n', at), lines.size());
            const std::size_t sign = lines.find_first_not_of("0123456789", at);
            if (sign >= end || lines[sign] != ':')
                --count;
            at = end + 1;
        }
        return count;
    }

    void add_matches()
    {
        const Json& files = json::member(answer, "files");
        if (!files.is_array())
            return;
        std::uint64_t matches = 0;
        for (const Json& file : files) {
            const Json& count = json::member(file, "count");
            matches += count.is_number_unsigned() ? count.get<std::uint64_t>()
                                                  : matches_in(json::string_member(file, "lines"));
        }
        const std::string in_files = counted(files.size(), "file", "files");
        if (files.empty())
            add_fact("no match");
        else
            add_fact(
                matches > 0 ? counted(matches, "match", "matches") + " in " + in_files : in_files);
    }

    void add_change()
    {
        const std::string of_answer = json::string_member(answer, "diff");
        const std::string& text = of_answer.empty() ? end.diff : of_answer;
        ShownDiff diff = shown_diff(text);
        if (diff.lines.empty())
            return;
        if (diff.is_new) {
            add_fact(counted(diff.added, "line", "lines"));
        } else {
            if (diff.added > 0)
                add_fact("+" + with_commas(diff.added), FactRole::added);
            if (diff.removed > 0)
                add_fact("-" + with_commas(diff.removed), FactRole::removed);
        }
        if (end.shown_diff == text)
            return add_fact("as shown");
        const std::size_t most
            = diff.is_new ? std::min(max_new_lines, end.max_diff_lines) : end.max_diff_lines;
        if (diff.lines.size() > most) {
            display.left_out = std::count_if(diff.lines.begin() + static_cast<std::ptrdiff_t>(most),
                diff.lines.end(), [](const auto& line) { return line.role != LineRole::gap; });
            diff.lines.resize(most);
        }
        display.lines = std::move(diff.lines);
    }

public:
    // Returns the output of a command from the fields of its answer.
    static std::string output_of_command(const Json& answer)
    {
        std::string all;
        for (const char* stream : {"output", "stdout", "stderr"}) {
            std::string text = json::string_member(answer, stream);
            const Json& size = json::member(answer, (std::string(stream) + "Bytes").c_str());
            if (answer.contains(std::string(stream) + "Base64"))
                text = "(not text: "
                    + shown_bytes(size.is_number_unsigned() ? size.get<std::uint64_t>() : 0)
                    + ")\n";
            if (!all.empty() && !all.ends_with('\n') && !text.empty())
                all += '\n';
            all += text;
        }
        return all;
    }

private:
    Display& display;
    const ShownTool& tool;
    const Json& arguments;
    const CallEnd& end;
    const Json answer;
    const std::string kind;
};

}

void add_end(Display& display, const ShownTool& tool, const Json& arguments, const CallEnd& end)
{
    EndDisplay(display, tool, arguments, end).add();
}

static bool has_own_lines(const Json& value)
{
    const auto* const text = value.get_ptr<const std::string*>();
    return value.is_structured() || (text != nullptr && text->find('\n') != std::string::npos);
}

// Appends a value as lines with this indentation: `name: value`, or `name:` followed by an indented
// block for a string of several lines or for members.
static void append_value(
    std::string& text, const std::string& name, const Json& value, const std::string& indent)
{
    const bool has_members = value.is_object()
        || (value.is_array() && std::any_of(value.begin(), value.end(), has_own_lines));
    const std::string shown = has_members ? std::string() : shown_value(value);
    const std::string more = indent + "  ";
    if (has_members) {
        text += indent + name + ":\n";
        std::size_t number = 0;
        for (const auto& [key, member] : value.items())
            append_value(text, value.is_array() ? std::to_string(++number) : key, member, more);
    } else if (shown.find('\n') == std::string::npos) {
        text += indent + name + ": " + shown + "\n";
    } else {
        text += indent + name + ":\n";
        for (std::size_t at = 0; at < shown.size();) {
            const std::size_t end = std::min(shown.find('\n', at), shown.size());
            text += more + shown.substr(at, end - at) + "\n";
            at = end + 1;
        }
    }
}

std::string shown_arguments(const Json& arguments)
{
    std::string text;
    if (arguments.is_object())
        for (const auto& [name, value] : arguments.items())
            append_value(text, name, value, "");
    else if (const auto* const written = arguments.get_ptr<const std::string*>())
        text = *written + (written->ends_with('\n') ? "" : "\n");
    return text;
}

std::string whole_output(const ShownTool& tool, const CallEnd& end)
{
    const Json answer = object_in(end.content);
    if (answer.is_null())
        return end.content;
    if (!end.code.empty() && answer.contains("error"))
        return shown_arguments(answer);
    const std::string kind = kind_of_end(tool, end, answer);
    if (kind == "execute" && answer.contains("exitCode"))
        return end.printed != nullptr && end.printed->is_whole() && end.printed->count() > 0
            ? end.printed->text()
            : EndDisplay::output_of_command(answer);
    const std::string diff = json::string_member(answer, "diff");
    if (kind == "edit" && !(diff.empty() && end.diff.empty()))
        return diff.empty() ? end.diff : diff;
    if (std::string content = json::string_member(answer, "content"); !content.empty())
        return content;
    return shown_arguments(answer);
}

}
