#include "agent/workflow/once.hpp"

#include "toolkit/text/text.hpp"

namespace agent::workflow {

bool is_once(const Step& step)
{
    const Field* const once = step.fields.find("once");
    return once != nullptr && (!once->blocks.empty() || once->node->scalar == Json(true));
}

std::vector<int> repeatable_statuses(const Step& step)
{
    std::vector<int> statuses;
    const Block* const once = step.fields.block("once");
    if (const Field* const list = once == nullptr ? nullptr : once->find("repeat_on"))
        for (const auto& item : list->node->items)
            statuses.push_back(item.scalar.get<int>());
    return statuses;
}

// Returns the field that says that the step is tried again, or nullptr.
static const Field* field_of_retries(const Step& step)
{
    if (const Field* const retry = step.fields.find("retry"))
        return retry;
    return step.fields.text("on_failure") == "retry" ? step.fields.find("on_failure") : nullptr;
}

void check_once(const Step& step, Problems& problems)
{
    if (!is_once(step) || !step.has_work())
        return;
    const Field& once = *step.fields.find("once");
    if (!is_command(step) && step.kind != Kind::tool)
        return add(problems, once.place,
            "'once' cannot be combined with " + text::in_quotes(name_of(step.kind)),
            std::string("it is for exec, shell, python and tool")
                + (has_steps(step) ? "; the steps inside can have it" : ""));
    const Block* const block = step.fields.block("once");
    const Field* const list = block == nullptr ? nullptr : block->find("repeat_on");
    if (list != nullptr && !is_command(step))
        add(problems, list->place, "'repeat_on' needs 'exec', 'shell' or 'python'",
            "a tool has no exit status: an error that it returns needs --assume");
    if (list != nullptr && list->node->items.empty())
        add(problems, list->node->place, "'repeat_on' is empty", "such as repeat_on: [75]");
    if (const Field* const retry = field_of_retries(step); retry != nullptr && block == nullptr)
        add(problems, retry->place, "'once: true' and a retry cannot be combined",
            is_command(step) ? "once: {repeat_on: [75]} names the exit statuses after which it is "
                               "tried again"
                             : "a call that has failed may have done a part of its work");
}

}
