#pragma once

#include "agent/model/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The maximum size of arguments, in bytes. Longer ones are not parsed, since that takes memory and
// time.
inline constexpr std::size_t max_arguments = 4 << 20;

// True if the text is a JSON object of at most max_arguments bytes.
bool is_json_object(const std::string& text);

// Returns the name of a call without what models and servers add: whitespace, quotes, "functions."
// before it, "()" after it, "<|channel|>" and the like with all that follows, and ":0" after it.
std::string_view bare_name(std::string_view given);

// Makes the calls of a conversation acceptable to every server. Strict servers refuse a history
// with arguments that are not a JSON object, with one id for two calls, or with a name that has
// more than 64 characters or others than letters, digits, _ and -; and they would refuse it again
// with every request.
class CallNormaliser {
public:
    struct Mended {
        std::string given_id; // the id that the result may have
        std::string id; // unique in the conversation
        std::string unusable; // the arguments that {} replaces; empty if they stay
    };

    // Corrects the calls of a message of the assistant, and gives them ids. Returns what was
    // changed in each, in order. Must be called for the messages in order.
    std::vector<Mended> repair(Message& message);

    // Records the ids of a message whose calls were corrected before.
    void know(const Message& message);

private:
    std::string free_id(const std::string& wanted);

    std::unordered_set<std::string> ids;
    std::size_t made = 0;
};

// Returns the content of a result, with a note about the original arguments if {} replaces them,
// and about the repair before the tool got them, if any.
std::string with_unusable_arguments(
    std::string content, const std::string& unusable, const std::string& repair = {});

}
