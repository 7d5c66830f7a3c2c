#pragma once

#include "agent/model/api.hpp"
#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The content of a message that has calls and no text.
enum class NoText { as_it_came, empty, null };

// The form in which a server accepts messages.
struct MessageFormat {
    std::vector<std::string> unwanted {}; // fields of messages and calls that it refuses
    bool short_ids = false; // ids of calls have nine letters and digits
    bool no_system = false; // system messages become messages of the user
    bool two_roles = false; // calls and results become texts of the assistant and the user
    bool single_calls = false; // a message has at most one call, followed by its result
    bool cache_marks = false; // the first system message and the last message have a cache_control
    bool no_images = false; // images are replaced by texts
    bool text_results = false; // Responses API: results are texts, as in chat completions
    NoText no_text = NoText::as_it_came;
    Wire wire = Wire::chat_completions;
    std::string origin {}; // the server and model that may receive reasoning_items

    bool operator==(const MessageFormat&) const = default;
};

// True if a message has calls and no text.
bool is_silent_call(const Message& message);

// Writes a request with the messages of a conversation as JSON text. Each message is written once,
// however often the conversation is sent: text from the last request is neither written again, nor
// copied, nor compared.
//
// Servers whose templates require alternating roles accept the messages. Consecutive messages of
// the user become one, in which a repeated text appears once, or as few as can hold their images. A
// message of the assistant is inserted between two messages of the user, and after the results of
// tools if the run ended without an answer; it states that there was no answer. If a result can
// only be a text, its images are sent in a message of the user after all results.
//
// A request has at most 100 images and 22.5 MB of them, the newest; older ones are replaced by
// texts. The first image sent changes seldom, so that servers find the beginning of a request in
// their caches.
class RequestWriter {
public:
    // Returns `request`, an object that is not empty, with these messages in this manner, as its
    // member "messages" (Responses API: their items, in "input"). The reference is valid until the
    // next call. The messages of the last call are assumed to be unchanged, unless the last of them
    // differs.
    const std::string& write(
        const Json& request, const Messages& given, const MessageFormat& wanted);

    // Makes the next write() start from the first message.
    void forget() { known = 0; }

private:
    class InKnownRoles;
    // The position of the first image that is sent.
    struct FirstImage {
        std::size_t message = 0;
        std::size_t image = 0; // its index in the message
        bool operator==(const FirstImage&) const = default;
    };
    FirstImage first_image() const;
    void count_images(const Messages& given, std::size_t from);
    bool goes_on(const InKnownRoles& messages) const;
    void add(const Message& message);
    void mark_last();
    std::size_t add_one_by_one(const InKnownRoles& messages, std::size_t at);
    std::size_t add_prompts(const InKnownRoles& messages, std::size_t at);
    void add_images_before(const InKnownRoles& messages, std::size_t after);
    bool has_text_results() const;

    struct PlacedImage {
        std::size_t message;
        std::size_t bytes;
    };
    std::vector<PlacedImage> placed; // the images of all messages that were counted
    FirstImage shown;
    std::size_t known = 0; // how many messages are in the text
    SharedMessage last; // the last message in the text
    MessageFormat manner;
    std::string opening;
    std::size_t last_begin = 0; // where the last message begins in the text
    std::string last_unmarked; // its text without a mark; empty: it is not marked
    std::string text; // begins with it
    bool is_first = true; // no message was written yet
    bool has_system = false; // a system message is in the text
};

}
