#include "agent/workflow/step_graph.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>

namespace agent::workflow {

StepGraph::StepGraph(const std::vector<Step>& steps)
    : steps(steps)
{
    for (const auto& step : steps) {
        std::vector<std::size_t> needed;
        for (const auto& name : step.fields.texts("needs"))
            for (std::size_t i = 0; i < steps.size(); ++i)
                if (steps[i].id == name)
                    needed.push_back(i);
        needs.push_back(std::move(needed));
    }
}

std::vector<std::size_t> StepGraph::needed_by(std::size_t step) const
{
    std::vector<std::size_t> found;
    std::vector<std::size_t> open = needs[step];
    while (!open.empty()) {
        const std::size_t next = open.back();
        open.pop_back();
        if (text::contains(found, next))
            continue;
        found.push_back(next);
        open.insert(open.end(), needs[next].begin(), needs[next].end());
    }
    return found;
}

void StepGraph::check(Problems& problems) const
{
    std::vector<std::string> ids;
    for (const auto& step : steps)
        ids.push_back(step.id);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Field* const field = steps[i].fields.find("needs");
        if (field == nullptr)
            continue;
        for (const auto& item : field->node->items)
            if (!text::contains(ids, item.text))
                add(problems, item.place,
                    "there is no step " + text::in_quotes(item.text) + " here",
                    text::did_you_mean(item.text, ids, "'needs' names steps of the same list"));
        if (text::contains(needed_by(i), i))
            add(problems, field->place,
                "the step " + text::in_quotes(steps[i].id) + " would wait for itself",
                "'needs' must not form a circle");
    }
}

}
