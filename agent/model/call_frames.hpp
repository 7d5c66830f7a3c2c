#pragma once

#include <array>
#include <string_view>

namespace agent::model {

// Tokens that chat templates put around tool calls. A server should have removed them.
struct CallFrame {
    std::string_view opening;
    std::string_view closing; // empty: the next opening, or the end of the text
};

inline constexpr std::array<CallFrame, 20> call_frames {{
    {"<tool_call>", "</tool_call>"}, // Hermes, Qwen, GLM
    {"[TOOL_CALLS]", ""}, // Mistral
    {"<｜DSML｜function_calls>", "</｜DSML｜function_calls>"}, // DeepSeek 3.2
    {"<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"},
    {"<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"}, // DeepSeek before
    {"<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"},
    {"<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"}, // Kimi
    {"<|tool_call_begin|>", "<|tool_call_end|>"}, {"<minimax:tool_call>", "</minimax:tool_call>"},
    {"<seed:tool_call>", "</seed:tool_call>"},
    {"<function_calls>", "</function_calls>"}, // Claude, OLMo
    {"<tool_calls>", "</tool_calls>"}, // Jamba, Hunyuan
    {"<|tool_call|>", "<|/tool_call|>"}, // Granite, Phi-4
    {"<|START_ACTION|>", "<|END_ACTION|>"}, // Command
    {"<|tool_call_start|>", "<|tool_call_end|>"}, // LFM2
    {"<|tool_call>", "<tool_call|>"}, // Gemma 4
    {"```tool_code\n", "```"}, // Gemma 3
    {"<TOOLCALL>", "</TOOLCALL>"}, // Nemotron
    {"<|action_start|><|plugin|>", "<|action_end|>"}, // InternLM
    {"<|python_start|>", "<|python_end|>"}, // Llama 4
}};

// Further beginnings of a text that is a call.
inline constexpr std::array<std::string_view, 5> call_openings {
    "<function=", "<invoke name=", "<｜DSML｜invoke name=", "<|python_tag|>", "commentary to="};

}
