#include "frontends/agents/watcher.hpp"

#include "frontends/agents/notebook.hpp"

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

// Text that the model wrote itself in one of the two functions is not evidence.
void Watcher::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (answer.code.empty() && !is_answer_of_function(answer)) {
        seen.add(call.arguments);
        seen.add(answer.content);
    }
    shown.result(call, answer);
}

}
