// Applies the mode and the model that the person at the editor chooses, and stores them in the file
// of the session.

#include "agent/session/session.hpp"
#include "frontends/acp/session.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::acp {

// Reads the choices of an earlier run. Throws if the session cannot be opened.
void Session::take_kept()
{
    const File directory = session::open_session_directory();
    kept = session::read_lines(session::read_session(directory, plan.id)).chat;
    const session::Session check(directory, plan.id, by.redaction);
}

// Adds the choices and the workspace to the file of the session if they have changed. The worker
// must not have the file locked. session/list finds sessions by the workspace.
void Session::keep_choices()
{
    const session::Chat chat = choices.kept(plan.workspace);
    if (chat == kept)
        return;
    const File directory = session::open_session_directory();
    if (plan.kind == SessionPlan::Kind::new_one && kept.workspace.empty())
        session::Session(directory, plan.id, by.redaction, "").add_chat(chat);
    else
        session::Session(directory, plan.id, by.redaction).add_chat(chat);
    kept = chat;
}

// Stores choices made since the last prompt. Errors are ignored: the session has ended.
void Session::try_to_keep_choices()
{
    try {
        keep_choices();
    } catch (const ToolError&) {
        return;
    }
}

void Session::tell_choices() const
{
    by.editor.update(
        plan.id, {{"sessionUpdate", "config_option_update"}, {"configOptions", choices.options()}});
}

// The worker has the file locked once it has begun.
void Session::apply_choice()
{
    if (!begun_with)
        keep_choices();
    tell_choices();
}

void Session::set_mode(const std::string& mode)
{
    choices.choose_mode(mode);
    by.editor.update(plan.id, {{"sessionUpdate", "current_mode_update"}, {"currentModeId", mode}});
    apply_choice();
}

void Session::set_option(const std::string& option, const std::string& value)
{
    if (option == "mode")
        return set_mode(value);
    if (option != "model")
        throw ToolError(Code::bad_request, "unknown option " + text::in_quotes(option),
            "the options are mode and model");
    choices.choose_model(value);
    apply_choice();
}

// Starts `agentcli models`. If that fails, the model of the flags is the only choice.
void Session::list_models()
{
    if (by.commands.models)
        models = lister_of(*by.commands.models);
}

void Session::step_models()
{
    if (!models)
        return;
    models->step();
    if (const auto line = models->take_line()) {
        const Json told = json::parse_json(*line, {});
        std::vector<std::string> names;
        for (const auto& name : json::member(told, "models"))
            if (name.is_string())
                names.push_back(name.get<std::string>());
        if (choices.offer_models(names) && !ends_for_good)
            tell_choices();
    }
    if (models->is_over())
        models.reset();
}

}
