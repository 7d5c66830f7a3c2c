// The mode and the model that the person at the editor chooses, and their place in the file of the
// session.

#include "agent/session/session.hpp"
#include "frontends/acp/session.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::acp {

// Reads what was chosen, and checks that the session can be opened.
void Session::take_kept()
{
    const File directory = session::open_session_directory();
    kept = session::read_lines(session::read_session(directory, plan.id)).chat;
    const session::Session check(directory, plan.id, by.redaction);
}

// Adds the choices and the directory to the file of the session, unless that has them. The file
// must not be locked by the worker. session/list shows sessions by the directory in which they were
// used last.
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

// At the end there is nobody to tell an error.
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

void Session::set_mode(const std::string& mode)
{
    choices.choose_mode(mode);
    if (!begun_with)
        keep_choices();
    by.editor.update(plan.id, {{"sessionUpdate", "current_mode_update"}, {"currentModeId", mode}});
    tell_choices();
}

void Session::set_option(const std::string& option, const std::string& value)
{
    if (option == "mode")
        return set_mode(value);
    if (option != "model")
        throw ToolError(Code::bad_request, "there is no option " + text::in_quotes(option),
            "the options are mode and model");
    choices.choose_model(value);
    if (!begun_with)
        keep_choices();
    tell_choices();
}

// Asks the server for its models. Without a list, that of the flags is the only one.
void Session::list_models()
{
    if (!by.commands.models)
        return;
    try {
        models = std::make_unique<Worker>(*by.commands.models, plan.workspace, Json::object());
    } catch (const ToolError&) {
        models.reset();
    }
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
