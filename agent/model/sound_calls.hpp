#pragma once

#include "agent/model/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Longer arguments are not read: what would be made of them takes memory and time.
inline constexpr std::size_t longest_arguments = 4 << 20;

// True if the text is a JSON object of at most longest_arguments bytes.
bool is_json_object(const std::string& text);

// The name of a call without what models and servers put around it: "functions." and whitespace
// before it, "<|channel|>" and the like with what follows, and ":0" after it.
std::string_view bare_name(std::string_view given);

// The calls of a conversation as every server takes them back. Strict ones refuse a history with
// arguments that are not a JSON object, with one id for two calls, or with a name that has other
// characters than letters, digits, _ and -, or more than 64, and would refuse it again with every
// request.
class SoundCalls {
public:
    struct Mended {
        std::string given_id; // the result that comes may name it
        std::string id; // that of no other call
        std::string unusable; // the arguments in place of which {} stands; empty if they stay
    };

    // Mends the calls of an assistant's message, and gives them ids. Returns what has become of
    // each, in order. Must be called for the messages in order.
    std::vector<Mended> mend(Message& message);

    // Records the ids of a message whose calls were mended before.
    void know(const Message& message);

private:
    std::string free_id(const std::string& wanted);

    std::unordered_set<std::string> ids;
    std::size_t made = 0;
};

// The content of a result, which says what the arguments were if {} stands in their place, and what
// was put right about them before the tool got them.
std::string with_unusable_arguments(
    std::string content, const std::string& unusable, const std::string& repair = {});

}
