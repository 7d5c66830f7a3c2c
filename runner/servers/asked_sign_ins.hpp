#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
#include "runner/servers/sign_in_flow.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// Signs in to servers by questions of a QuestionPrompter: the person agrees to open a URL, and the
// browser, or a pasted address, ends the sign-in. Blocks only until the authorization server has
// responded.
class AskedSignIns : public agent::mcp::SignInPrompter {
public:
    enum class AtStart { silent, asks };

    // The objects of `by` must outlive this object. `prompter` must support URLs (modes().url).
    AskedSignIns(std::shared_ptr<agent::mcp::QuestionPrompter> prompter, const SignInSetting& by,
        AtStart at_start)
        : prompter(std::move(prompter))
        , by(by)
        , at_start(at_start)
    {
    }

    bool asks_at_start() const override { return at_start == AtStart::asks; }
    std::uint64_t begin(const agent::mcp::WantedSignIn& wanted) override;
    std::optional<agent::mcp::SignInEnd> take(std::uint64_t number) override;
    void withdraw(std::uint64_t number) override;
    void watch(std::uint64_t number, system::Watch& watch) const override;
    void step(std::uint64_t number) override;

private:
    using Clock = system::Watch::Clock;

    struct Open {
        std::unique_ptr<SignInFlow> flow = {};
        std::unique_ptr<agent::mcp::ServerQuestion> question = {};
        std::optional<std::uint64_t> prompted = {}; // number of the open question
        Clock::time_point deadline = {};
        std::optional<agent::mcp::SignInEnd> end = {};
    };

    void begin(Open& open, const agent::mcp::WantedSignIn& wanted);
    void leave(const Open& open);
    void take_answer(Open& open);
    void step(Open& open);
    void finish(Open& open, const agent::mcp::ServerEntry& entry);
    void close_question(Open& open);

    std::shared_ptr<agent::mcp::QuestionPrompter> prompter;
    SignInSetting by;
    AtStart at_start;
    std::uint64_t count = 0;
    std::map<std::uint64_t, Open> all;

    // The authorization servers at which a sign-in with a stored client was abandoned. The client
    // may have been deleted there, so the next sign-in registers another client.
    std::set<std::string> left_issuers;
};

}
