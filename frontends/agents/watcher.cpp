#include "frontends/agents/watcher.hpp"

#include "frontends/agents/notebook.hpp"

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

// The model's own words in one of the functions are not evidence.
void Watcher::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (answer.code.empty() && !is_answer_of_function(answer)) {
        seen.add(call.arguments);
        seen.add(answer.content);
    }
    shown.result(call, answer);
}

}
