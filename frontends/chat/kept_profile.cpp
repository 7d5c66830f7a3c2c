#include "frontends/chat/kept_profile.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::chat {

KeptProfile::KeptProfile()
    : target(runner::servers::ConfigTarget::of_user())
    , chosen(json::string_member(json::member(target.document(), "defaults"), "chat"))
{
    if (chosen.empty())
        chosen = "default";
}

// Returns the object of this name, which is added if it is missing.
static Json& object_in(Json& document, const std::string& name, const std::string& path)
{
    Json& object = document[name];
    if (object.is_null())
        object = Json::object();
    if (!object.is_object())
        throw ToolError(Code::bad_request,
            text::in_quotes(path) + ": " + text::in_quotes(name) + " is not an object",
            "correct the file, and /connect again");
    return object;
}

void KeptProfile::write(const ServerChoice& choice) const
{
    Json document = target.document();
    Json& profile = object_in(object_in(document, "profiles", path()), chosen, path());
    const bool is_same_server = json::string_member(profile, "base-url") == choice.url;
    profile["base-url"] = choice.url;
    profile["model"] = choice.model;
    if (choice.context > 0)
        profile["context-window"] = choice.context;
    else
        profile.erase("context-window");
    if (!is_same_server) {
        profile.erase("env-key");
        profile.erase("fallback-model");
    }
    Json& defaults = object_in(document, "defaults", path());
    for (const char* mode : {"chat", "run"})
        if (!defaults.contains(mode))
            defaults[mode] = chosen;
    target.write(document);
}

}
