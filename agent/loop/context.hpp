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

// Keeps a conversation within the model's window, of which a quarter, at most 4,096 tokens, is left
// for the reply. What the server counts (usage.prompt_tokens) corrects the estimate from then on.
class Context {
public:
    // `window` in tokens; 0: unknown. The model is asked for an unknown window once, before the
    // first request of more than 3,000 tokens; if it does not know it either, requests are not
    // shortened. `around` is what goes along with the messages: the tools. `cancel` ends what takes
    // long; null: nothing does. `redaction` is applied before a text is cut, which would else leave
    // parts of secrets. Both have to outlive this.
    Context(std::int64_t window, std::string_view around, system::Cancel* cancel = nullptr,
        const redaction::Redaction* redaction = nullptr);

    // What goes along with the messages from now on.
    void set_around(std::string_view text);

    // Makes the next request fit, where it would not: first by leaving out the images of earlier
    // turns; then by shortening old answers of tools;
    // then by asking the model for a summary, which takes the place of all that is between the
    // first user message and the last calls; then by shortening the answers to those. Each call
    // keeps its result. What was left out stands in its place, and is noted and reported as an
    // event. `tally` counts the summary. What does not fit even so is sent, and noted once. Throws
    // what Model does, and INTERNAL "interrupted".
    void make_room(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Takes the window and the count of tokens that a server names where it refuses a request of
    // this transcript, since it does not fit; or else three quarters of the estimate as the window.
    // make_room() obeys it.
    void correct_by(const model::Overflow& overflow, Transcript& transcript);

    // Makes the next request about a quarter smaller, as make_room() does, if it can. The window
    // stays what it was: later requests may be larger. Throws what make_room() throws.
    void make_smaller(
        Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Leaves images out of a request that has too many bytes, and says so: about half of the
    // messages with images, the oldest of them, and those of the current prompt last. Returns false
    // if there are none.
    bool leave_oldest_images_out(
        Transcript& transcript, model::Model& model, Observer& observer) const;

    // A summary now, whatever room there is. `model` is told that messages have changed.
    void compact(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally);

    // Returns true once after a summary has replaced messages.
    bool take_summarised() { return std::exchange(has_summarised, false); }

    // About how many tokens the next request has.
    double tokens(Transcript& transcript) const { return tokens_of(transcript); }
    double tokens_around() const { return around * prompts.correction(); }

    // What the server has counted for the messages that were sent. If it can't have read them all,
    // that is noted, once: some servers drop the beginning of what is too long, and say nothing.
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
    double room = 0; // for a request
    double around;
    CountedPrompts prompts;
    bool has_summarised = false;
    bool has_asked_for_window = false;
    bool has_warned = false; // that it does not fit, whatever is left out
};

}
