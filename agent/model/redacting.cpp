#include "agent/model/redacting.hpp"

namespace agent::model {

using namespace toolkit;

Redacting::Redacting(std::unique_ptr<Model> model, const redaction::Redaction& redaction)
    : model(std::move(model))
    , redaction(redaction)
{
}

Reply Redacting::ask(const Json& messages, Listener& listener)
{
    return model->ask(redaction.redact_json(messages), listener);
}

Reply Redacting::ask_for_format(const Json& messages, const Json& format, Listener& listener)
{
    const Json redacted = redaction.redact_json({{"response_format", format}});
    return model->ask_for_format(
        redaction.redact_json(messages), redacted.at("response_format"), listener);
}

void Redacting::offer_tools(const Json& tools)
{
    model->offer_tools(redaction.redact_json({{"tools", tools}}).at("tools"));
}

Reply Redacting::ask_aside(const Json& messages, Listener& listener)
{
    return model->ask_aside(redaction.redact_json(messages), listener);
}

}
