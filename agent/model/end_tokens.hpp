#pragma once

#include <array>
#include <string_view>

namespace agent::model {

// Tokens that chat templates end a message with. A server should have removed them.
inline constexpr std::array<std::string_view, 11> end_tokens {"<|im_end|>", "<|eot_id|>",
    "<|eom_id|>", "<|end|>", "<|return|>", "<|call|>", "<|endoftext|>", "<|end_of_text|>",
    "<|END_RESPONSE|>", "<|END_OF_TURN_TOKEN|>", "<｜end▁of▁sentence｜>"};

}
