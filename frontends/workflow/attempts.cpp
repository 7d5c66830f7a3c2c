#include "frontends/workflow/attempts.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace frontends::workflow {

static constexpr std::array<std::string_view, 5> names_of_ends {
    "unknown", "done", "unusable", "failed", "undone"};

std::string_view name_of(AttemptEnd end) { return names_of_ends[static_cast<std::size_t>(end)]; }

std::optional<AttemptEnd> end_named(std::string_view name)
{
    const auto* const found = std::find(names_of_ends.begin(), names_of_ends.end(), name);
    if (found == names_of_ends.end())
        return std::nullopt;
    return static_cast<AttemptEnd>(found - names_of_ends.begin());
}

std::string Attempt::reason() const
{
    const std::string message = json::string_member(json::member(result, "error"), "message");
    return message.empty() ? "it had begun when the run ended" : message;
}

void Attempts::begin(const std::string& path, std::size_t number)
{
    latest[path] = {.number = number};
}

void Attempts::end(const std::string& path, AttemptEnd end, Json result)
{
    Attempt& attempt = latest[path];
    attempt.end = end;
    attempt.result = std::move(result);
    attempt.assumed_done.reset();
}

void Attempts::assume(const std::string& path, std::size_t number, bool is_done)
{
    const auto found = latest.find(path);
    if (found != latest.end() && found->second.number == number)
        found->second.assumed_done = is_done;
}

void Attempts::forget_answers_in(const std::string& path)
{
    for (auto one = latest.lower_bound(path); one != latest.end() && one->first.starts_with(path);
         ++one)
        if (one->second.assumed_done == true && (one->first == path || is_inside(one->first, path)))
            one->second = {.number = one->second.number, .end = AttemptEnd::done};
}

const Attempt* Attempts::find(const std::string& path) const
{
    const auto found = latest.find(path);
    return found == latest.end() ? nullptr : &found->second;
}

std::size_t Attempts::next_number(const std::string& path) const
{
    const Attempt* const attempt = find(path);
    return attempt == nullptr ? 1 : attempt->number + 1;
}

bool is_inside(std::string_view path, std::string_view outer)
{
    return path.size() > outer.size() && path.starts_with(outer)
        && (path[outer.size()] == '.' || path[outer.size()] == '[');
}

std::vector<std::string> Attempts::open_in(const std::string& path) const
{
    std::vector<std::string> paths;
    for (auto one = latest.lower_bound(path); one != latest.end() && one->first.starts_with(path);
         ++one)
        if (one->second.is_open() && (one->first == path || is_inside(one->first, path)))
            paths.push_back(one->first);
    return paths;
}

std::map<std::string, Attempt> Attempts::uncertain() const
{
    std::map<std::string, Attempt> some;
    for (const auto& [path, attempt] : latest)
        if (attempt.is_uncertain())
            some.emplace(path, attempt);
    return some;
}

Assumption assumption_of(std::string_view text)
{
    const auto equals = text.rfind('=');
    const auto word = text.substr(std::min(equals, text.size() - 1) + 1);
    std::string_view step = text.substr(0, std::min(equals, text.size()));
    const auto at = step.rfind('@');
    std::optional<std::size_t> attempt;
    if (at != std::string_view::npos) {
        const char* const end = step.data() + step.size();
        std::size_t number = 0;
        const auto read = std::from_chars(step.data() + at + 1, end, number);
        if (read.ec == std::errc() && read.ptr == end && number > 0)
            attempt = number;
        step = step.substr(0, at);
    }
    if (!text::is_utf8(text) || step.empty() || equals == std::string_view::npos
        || (at != std::string_view::npos && !attempt) || (word != "done" && word != "undone"))
        throw ToolError(Code::bad_request,
            text::in_quotes(text) + " is not STEP@N=done or STEP@N=undone",
            "N is the number of the attempt, such as deploy@1=done");
    return {std::string(step), attempt, word == "done"};
}

std::string flags_for(const std::string& path, const Attempt& attempt)
{
    const std::string flag = "--assume " + path + "@" + std::to_string(attempt.number);
    return flag + "=done or " + flag + "=undone";
}

}
