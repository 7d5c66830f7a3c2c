#include "merge_lines.hpp"

#include <algorithm>

namespace {

// Tells the end of the next line.
class Ends {
public:
    explicit Ends(LineEnd around)
        : last(around)
    {
    }

    void pass(LineEnd end)
    {
        replaced.clear();
        used = 0;
        remember(end);
    }

    void replace(LineEnd end)
    {
        if (end != LineEnd::none)
            replaced.push_back(end);
    }

    LineEnd next()
    {
        if (!replaced.empty())
            last = replaced[std::min(used++, replaced.size() - 1)];
        return last;
    }

private:
    void remember(LineEnd end)
    {
        if (end != LineEnd::none)
            last = end;
    }

    std::vector<LineEnd> replaced; // of lines just removed
    std::size_t used = 0; // how many of those a new line has taken
    LineEnd last;
};

}

std::string weave(const Weave& parts)
{
    Ends ends(parts.around);
    std::string result;
    for (const auto& step : parts.script) {
        if (step.kind == StepKind::removed) {
            ends.replace(parts.there[step.before].end);
            continue;
        }
        const Line& fresh = parts.fresh[step.after];
        if (step.kind == StepKind::added) {
            result += fresh.text;
            result += fresh.end == LineEnd::none ? "" : bytes_of(ends.next());
            continue;
        }
        const Line& there = parts.there[step.before];
        ends.pass(there.end);
        result += there.text;
        if (fresh.end != LineEnd::none)
            result += bytes_of(there.end == LineEnd::none ? ends.next() : there.end);
    }
    return result;
}

std::vector<ScriptStep> replace_all_lines(std::size_t there, std::size_t fresh)
{
    std::vector<ScriptStep> script;
    for (std::size_t number = 0; number < there; ++number)
        script.push_back({StepKind::removed, number, 0});
    for (std::size_t number = 0; number < fresh; ++number)
        script.push_back({StepKind::added, there, number});
    return script;
}
