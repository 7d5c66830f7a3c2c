#pragma once

#include "agent/channel/messages.hpp"
#include "agent/session/history.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace frontends::acp {

using namespace toolkit;

namespace channel = agent::channel;

// The choices of a person at an editor for a session: a mode of the protocol, which determines the
// calls that need no approval, and a model. No mode allows more than the operator's --approve and
// the config of the workspace.
class Choices {
public:
    // `approve` and `model` are the values of the worker's flags. If `model` is empty, no model can
    // be chosen.
    explicit Choices(
        channel::Approve approve = channel::Approve::changes, const std::string& model = {});

    // Throw BAD_REQUEST naming the available values.
    void choose_mode(const std::string& wanted);
    void choose_model(const std::string& wanted);

    // Adds models of the server, up to 100 in total. Returns false if nothing was added.
    bool offer_models(const std::vector<std::string>& all);

    // Fields of the `begin` of a conversation.
    struct Begun {
        channel::Approve approve {};
        std::string model = {}; // empty: that of the flags

        friend bool operator==(const Begun&, const Begun&) = default;
    };
    Begun begin() const;

    channel::Approve approve() const;
    bool is_plan() const { return mode == "plan"; }

    // Returns the choices in the form in which a session stores them.
    agent::session::Chat kept(const std::string& workspace) const;

    // Restores the choices of an earlier run. A mode that is not available now, such as "auto" with
    // another --approve, is left out.
    void restore(const agent::session::Chat& before);

    // Return "modes" and "configOptions" of a response; the latter includes the mode.
    Json modes() const;
    Json options() const;

private:
    Json available_modes() const;
    bool has_mode(const std::string& id) const;
    Json model_option() const;

    channel::Approve limit;
    std::string mode;
    std::string model_of_flags;
    std::string model;
    std::vector<std::string> models; // the first one is that of the flags
};

}
