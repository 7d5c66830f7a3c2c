#include "runner/model/redacting.hpp"

Redacting::Redacting(std::unique_ptr<Model> model, const Redaction& redaction)
    : model(std::move(model))
    , redaction(redaction)
{
}

Reply Redacting::ask(const Json& messages, Listener& listener)
{
    return model->ask(redaction.redact_json(messages), listener);
}

Reply Redacting::ask_aside(const Json& messages, Listener& listener)
{
    return model->ask_aside(redaction.redact_json(messages), listener);
}
