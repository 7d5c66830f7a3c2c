#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/question_modes.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/url_question.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace agent::mcp {

using namespace toolkit;

// A question of a server to the operator. It and the entry must exist until it is answered or
// withdrawn.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerQuestion {
    const ServerEntry& server;
    calls::CallId call; // the call during which it is asked
    std::variant<Form, UrlQuestion> about;
    bool is_again = false; // asks whether the operator is done with a page that they agreed to open
};

// Time after which an unanswered question is cancelled.
inline constexpr std::chrono::minutes answer_time {10};

// Puts questions of servers to a person, or to a program that shows them. No function blocks,
// unless a class says so.
class QuestionPrompter {
public:
    QuestionPrompter() = default;
    QuestionPrompter(const QuestionPrompter&) = delete;
    QuestionPrompter& operator=(const QuestionPrompter&) = delete;
    virtual ~QuestionPrompter() = default;

    // Returns the modes that are declared to servers.
    virtual QuestionModes modes() const = 0;

    // Puts the question, and returns its number.
    virtual std::uint64_t put(const ServerQuestion& question) = 0;

    // Returns the answer, once; nullopt until it arrives: {"action":"accept","content":{…}} with
    // the fields of a form, without "content" for a URL; or the action "decline" or "cancel". The
    // caller must validate the content.
    virtual std::optional<Json> take(std::uint64_t number) = 0;

    // Withdraws a question. Has no effect if its answer was taken.
    virtual void withdraw(std::uint64_t number) = 0;

    // Called when the server reports that the visit of the page with this elicitationId is
    // complete.
    virtual void complete(const std::string& /*id*/) { }

    // True if questions about both calls go to the same person.
    virtual bool are_of_one_person(calls::CallId /*call*/, calls::CallId /*other*/) const
    {
        return true;
    }

    virtual void watch(system::Watch& /*watch*/) const { }
    virtual void step() { }
};

// Returns the answer to a question. Blocks until the person has answered.
using Asker = std::function<Json(const ServerQuestion& question)>;

// A prompter whose put() blocks until `asker` returns.
class WaitingPrompter : public QuestionPrompter {
public:
    WaitingPrompter(QuestionModes modes, Asker asker)
        : asked_modes(modes)
        , asker(std::move(asker))
    {
    }

    QuestionModes modes() const override { return asked_modes; }
    std::uint64_t put(const ServerQuestion& question) override;
    std::optional<Json> take(std::uint64_t number) override;
    void withdraw(std::uint64_t number) override { answers.erase(number); }

private:
    QuestionModes asked_modes;
    Asker asker;
    std::uint64_t count = 0;
    std::map<std::uint64_t, Json> answers;
};

}
