#pragma once

#include "agent/model/api.hpp"
#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The content of a message with calls and without text.
enum class NoText { as_it_came, empty, null };

// How a server wants the messages.
struct Manner {
    std::vector<std::string> unwanted {}; // fields of messages and of calls that it refuses
    bool short_ids = false; // ids of calls have nine letters and digits
    bool no_system = false; // a system message is one of the user
    bool two_roles = false; // calls and results are texts of the assistant and the user
    bool single_calls = false; // a message has one call at most, and its result is after it
    bool cache_marks = false; // the first system message and the last one have a cache_control
    bool no_images = false; // texts stand in place of images
    bool text_results = false; // of the Responses API: results are texts, as in chat completions
    NoText no_text = NoText::as_it_came;
    Wire wire = Wire::chat_completions;
    std::string origin {}; // to which reasoning_items may go

    bool operator==(const Manner&) const = default;
};

// True if a message has calls and no text.
bool is_silent_call(const Message& message);

// A request with the messages of a conversation as JSON text. Each is written once, however often
// the conversation is sent: what was written the last time is neither written again, nor copied,
// nor looked at. Servers whose templates want roles to alternate take them: of messages of the user
// in a row one is made, in which a text that is repeated stands once, or more than one if a message
// cannot have all images; and a message of the assistant that says so stands where a run has ended
// without an answer after the results of tools, and between these. If a result can only be a text,
// its images are in a message of the user after all results.
//
// A request has at most 100 images and 22.5 MB of them, the newest; texts stand in place of older
// ones. Which these are changes seldom, so that servers find the beginning of a request in their
// caches.
class WrittenMessages {
public:
    // The request, an object that is not empty, with "messages" (Responses: "input", its items):
    // these, in this manner. It is there until the next call. What was there at the last call is
    // taken to be the same, unless its last message shows that it is not.
    const std::string& write(const Json& request, const Messages& given, const Manner& wanted);

    // All is to be written again.
    void forget() { known = 0; }

private:
    class InKnownRoles;
    // Where the images begin that are sent.
    struct FirstImage {
        std::size_t message = 0;
        std::size_t image = 0; // of the message
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
    std::vector<PlacedImage> placed; // those of the messages that are counted
    FirstImage shown;
    std::size_t known = 0; // how many are in the text
    SharedMessage last; // of them
    Manner manner;
    std::string opening;
    std::size_t last_begin = 0; // where the last message begins in the text
    std::string last_unmarked; // its text without a mark; empty: it has none
    std::string text; // begins with it
    bool is_first = true; // of the messages
    bool has_system = false; // a system message is in the text
};

}
