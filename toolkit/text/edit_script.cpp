#include "toolkit/text/edit_script.hpp"

#include <dtl/dtl.hpp>

#include <algorithm>

namespace toolkit::text {

namespace {

using Lines = std::vector<std::string_view>;

class Script {
public:
    void add(StepKind kind)
    {
        steps.push_back({kind, before, after});
        before += kind == StepKind::added ? 0 : 1;
        after += kind == StepKind::removed ? 0 : 1;
    }

    void add(StepKind kind, std::size_t times)
    {
        for (std::size_t time = 0; time < times; ++time)
            add(kind);
    }

    std::vector<ScriptStep> take() { return std::move(steps); }

private:
    std::vector<ScriptStep> steps;
    std::size_t before = 0;
    std::size_t after = 0;
};

// Removed lines are kept back until it is known which ones change together with them.
void add_shortest(Script& script, const Lines& before, const Lines& after)
{
    dtl::Diff<std::string_view, Lines> diff(before, after);
    diff.compose();
    std::size_t removed = 0;
    std::size_t added = 0;
    const auto flush = [&] {
        script.add(StepKind::removed, removed);
        script.add(StepKind::added, added);
        removed = added = 0;
    };
    for (const auto& [line, info] : diff.getSes().getSequence()) {
        if (info.type == dtl::SES_DELETE)
            ++removed;
        else if (info.type == dtl::SES_ADD)
            ++added;
        else {
            flush();
            script.add(StepKind::common);
        }
    }
    flush();
}

}

std::vector<ScriptStep> line_script(const Lines& before, const Lines& after)
{
    static constexpr std::size_t most_lines = 4000;
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (
        tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const std::size_t removed = before.size() - head - tail;
    const std::size_t added = after.size() - head - tail;
    Script script;
    script.add(StepKind::common, head);
    if (removed == 0 || added == 0 || removed + added > most_lines) {
        script.add(StepKind::removed, removed);
        script.add(StepKind::added, added);
    } else {
        const auto middle = [&](const Lines& lines) {
            return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                lines.end() - static_cast<std::ptrdiff_t>(tail));
        };
        add_shortest(script, middle(before), middle(after));
    }
    script.add(StepKind::common, tail);
    return script.take();
}

}
