#include "frontends/chat/chat_engine.hpp"

#include "agent/session/session.hpp"

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Functions for the mode, which determines the calls that need approval.

using calls::Approve;

void ChatEngine::change_mode(Approve wanted)
{
    offers_never = offers_never || wanted == Approve::never;
    if (wanted == config.approve)
        return;
    audit.write_setting("approve", std::string(calls::word_of(wanted)));
    config.approve = wanted;
    approver.ask_about(wanted);
    rules.ask_about(wanted);
    operator_calls.renew_agents();
    if (engine)
        engine->renew_agents();
    tell_meters();
}

Approve ChatEngine::next_mode() const
{
    switch (config.approve) {
    case Approve::changes: return Approve::edits;
    case Approve::edits: return Approve::plan;
    case Approve::plan: return offers_never ? Approve::never : Approve::changes;
    case Approve::never:
    case Approve::always: return Approve::changes;
    }
    return Approve::changes;
}

static std::string words_for_model(Approve mode)
{
    static constexpr std::array<const char*, 5> meanings {"no call is asked about",
        "edits of files in the workspace run unasked, and the operator is asked about other "
        "changes",
        "the operator is asked about calls that change files or run programs",
        "the operator is asked about each call",
        "only tools that read may be called, and any other call is refused; say what you would "
        "change"};
    return "the operator has chosen the mode "
        + std::string(channel::mode_name(static_cast<channel::Approve>(mode))) + ": "
        + meanings.at(static_cast<std::size_t>(mode));
}

// Adds a note for the next request if the mode differs from what the model knows.
void ChatEngine::tell_mode()
{
    if (told_mode == config.approve)
        return;
    told_mode = config.approve;
    notes.push_back(session::note_to_model(words_for_model(told_mode)));
}

}
