#include "agent/model/finish.hpp"

#include "toolkit/text/characters.hpp"

#include <map>
#include <string_view>

namespace agent::model {

using namespace toolkit;

Finish finish_of(const std::string& reason)
{
    using enum Finish;
    static const std::map<std::string_view, Finish> known {{"", untold}, {"null", untold},
        {"stop", whole}, {"tool_calls", whole}, {"tool_call", whole}, {"tool_use", whole},
        {"function_call", whole}, {"end_turn", whole}, {"stop_sequence", whole}, {"eos", whole},
        {"eos_token", whole}, {"complete", whole}, {"completed", whole}, {"length", cut_off},
        {"max_length", cut_off}, {"max_tokens", cut_off}, {"max_output_tokens", cut_off},
        {"model_length", cut_off}, {"model_context_window_exceeded", cut_off},
        {"content_filter", filtered}, {"content_filtered", filtered}, {"safety", filtered},
        {"recitation", filtered}, {"blocklist", filtered}, {"prohibited_content", filtered},
        {"spii", filtered}, {"sensitive", filtered}, {"guardrail_intervened", filtered},
        {"error", failed}, {"failed", failed}, {"abort", failed}, {"aborted", failed},
        {"cancelled", failed}, {"canceled", failed}, {"timeout", failed}, {"network_error", failed},
        {"insufficient_system_resource", failed}, {"malformed_function_call", failed}};
    const auto found = known.find(text::in_lower_case(reason));
    return found == known.end() ? unknown : found->second;
}

}
