#include "agent/workflow/called.hpp"

#include "toolkit/text/contains.hpp"

#include <utility>

namespace agent::workflow {

static void add_called(std::vector<Chosen>& all, const Chosen& chosen, Library& library)
{
    all.push_back(chosen);
    const auto follow = [&](const Step& step) {
        if (step.kind == Kind::workflow)
            add_called(all, library.called_by(*chosen.file, step.own().text("name")), library);
    };
    for_each_step(chosen.workflow->steps(), follow);
    for_each_step(chosen.workflow->final_steps(), follow);
}

std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library)
{
    std::vector<Chosen> all;
    add_called(all, chosen, library);
    return all;
}

std::string agent_of(const Step& step, const Workflow& workflow)
{
    return step.kind == Kind::llm ? step.own().text("agent", workflow.fields.text("agent")) : "";
}

std::vector<std::string> agents_in(const std::vector<Chosen>& workflows)
{
    std::vector<std::string> names;
    for (const auto& one : workflows) {
        const auto look = [&](const Step& step) {
            std::string name = agent_of(step, *one.workflow);
            if (!name.empty() && !text::contains(names, name))
                names.push_back(std::move(name));
        };
        for_each_step(one.workflow->steps(), look);
        for_each_step(one.workflow->final_steps(), look);
    }
    return names;
}

}
