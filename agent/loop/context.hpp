#pragma once

#include "agent/loop/counted_prompts.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/tally.hpp"
#include "agent/loop/tokens.hpp"
#include "agent/loop/transcript.hpp"
#include "agent/model/model.hpp"
#include "agent/redaction/redaction.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace agent::loop {

using namespace toolkit;

// Keeps a conversation within the context window of the model. A quarter of the window, at most
// 4,096 tokens, is reserved for the reply. The number of tokens is estimated, and corrected by the
// server's counts (usage.prompt_tokens).
class Context {
public:
    // `window` is in tokens; 0 means unknown. The model is then asked for it once, before the first
    // request of more than 3,000 tokens; if it does not know it either, requests are not shortened.
    // `around` is the text sent in addition to the messages: the tools. `cancel` interrupts long
    // work; it may be null. `redaction` is applied before text is cut, since a rule may not match
    // half a secret; it may be null. Both must outlive the object.
    Context(std::int64_t window, std::string_view around, system::Cancel* cancel = nullptr,
        const redaction::Redaction* redaction = nullptr);

    // Replaces the text that is sent in addition to the messages.
    void set_around(std::string_view text);

    // Shortens the transcript until the next request fits. Does nothing if it fits already, or if
    // the window is unknown. Takes these steps in order until the request fits:
    //   1. leave out the images of earlier turns;
    //   2. shorten old results of tools;
    //   3. ask the model for a summary, which replaces the messages between the first message of
    //      the user and the newest messages;
    //   4. shorten the results of the last calls;
    //   5. leave out the images of the prompt.
    // Each call keeps a result. Omissions are marked in the messages and reported to the observer.
    // `tally` counts the request for the summary. If the request still does not fit, notes that
    // once; it can be sent anyway. Throws the errors of Model, and INTERNAL "interrupted".
    void make_room(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Corrects the window and the estimate after a server refused a request of this transcript as
    // too long: by the numbers in its error or, without a known window, by assuming three quarters
    // of the estimate as the window. The next make_room() applies this. Throws INTERNAL
    // "interrupted".
    void correct_by(const model::Overflow& overflow, Transcript& transcript);

    // Makes the next request about a quarter smaller, if possible, with the steps of make_room().
    // The window is not changed, so that later requests may be larger. Throws the errors of
    // make_room().
    void make_smaller(
        Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Leaves images out of a request that has too many bytes, and reports that to the observer:
    // those of the older half of the messages with images or, if only the current prompt has
    // images, those of the prompt. Returns false if no message has images.
    bool leave_oldest_images_out(
        Transcript& transcript, model::Model& model, Observer& observer) const;

    // Replaces messages by a summary even if there is enough room, and tells `model` that messages
    // have changed. Does nothing if there are no messages to summarise. Throws the errors of
    // make_room().
    void compact(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Returns true once after a summary has replaced messages.
    bool take_summarised() { return std::exchange(has_summarised, false); }

    // Return the estimated tokens of the next request, and the part of it that is not messages.
    double tokens(Transcript& transcript) const { return tokens_of(transcript); }
    double tokens_around() const { return around * prompts.correction(); }

    // Corrects the estimate by the server's count of the request. Notes once if the server cannot
    // have read all messages: some servers silently drop the beginning of a long conversation.
    void learn(Transcript& transcript, const model::Reply& reply, Observer& observer);

private:
    void keep_within(double tokens);
    double tokens_of(Transcript& transcript) const;
    bool fits(Transcript& transcript, double share) const;
    std::size_t leave_images_out(Transcript& transcript) const;
    std::size_t end_of_old(const model::Messages& messages, std::size_t first) const;
    std::size_t shorten(
        Transcript& transcript, std::size_t first, std::size_t after, std::size_t most) const;
    void summarise(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    std::string redacted(const std::string& text) const;

    system::Cancel* cancel;
    const redaction::Redaction* redaction;
    double window = 0;
    double room = 0; // tokens available for a request
    double around;
    CountedPrompts prompts;
    bool has_summarised = false;
    bool has_asked_for_window = false;
    bool has_warned = false; // true after the note that the request does not fit
};

}
