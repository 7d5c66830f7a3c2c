#include "merge_lines.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

namespace {

// Tells the end of the next line.
class Ends {
public:
    explicit Ends(text::LineEnd around)
        : last(around)
    {
    }

    void pass(text::LineEnd end)
    {
        replaced.clear();
        used = 0;
        remember(end);
    }

    void replace(text::LineEnd end)
    {
        if (end != text::LineEnd::none)
            replaced.push_back(end);
    }

    text::LineEnd next()
    {
        if (!replaced.empty())
            last = replaced[std::min(used++, replaced.size() - 1)];
        return last;
    }

private:
    void remember(text::LineEnd end)
    {
        if (end != text::LineEnd::none)
            last = end;
    }

    std::vector<text::LineEnd> replaced; // of lines just removed
    std::size_t used = 0; // how many of those a new line has taken
    text::LineEnd last;
};

}

std::string weave(const Weave& parts)
{
    Ends ends(parts.around);
    std::string result;
    for (const auto& step : parts.script) {
        if (step.kind == text::StepKind::removed) {
            ends.replace(parts.there[step.before].end);
            continue;
        }
        const text::Line& fresh = parts.fresh[step.after];
        if (step.kind == text::StepKind::added) {
            result += fresh.text;
            result += fresh.end == text::LineEnd::none ? "" : text::bytes_of(ends.next());
            continue;
        }
        const text::Line& there = parts.there[step.before];
        ends.pass(there.end);
        result += there.text;
        if (fresh.end != text::LineEnd::none)
            result += text::bytes_of(there.end == text::LineEnd::none ? ends.next() : there.end);
    }
    return result;
}

std::vector<text::ScriptStep> replace_all_lines(std::size_t there, std::size_t fresh)
{
    std::vector<text::ScriptStep> script;
    for (std::size_t number = 0; number < there; ++number)
        script.push_back({text::StepKind::removed, number, 0});
    for (std::size_t number = 0; number < fresh; ++number)
        script.push_back({text::StepKind::added, there, number});
    return script;
}

}
