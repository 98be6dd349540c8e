"""What the shims of the firmware's modules offer exists in circuitpython-stubs, by name and by signature."""

import ast
import inspect
from types import ModuleType

import pytest

from tests.firmware import MODULES, SHIMS, STUBS, Firmware


def stub(module):
    """The top-level definitions of a module's stub, by name: a list for each, since some are overloaded."""
    tree = ast.parse((STUBS / f"{module}-stubs" / "__init__.pyi").read_text("utf-8"))
    return members(tree)


def members(node):
    found = {}
    for one in node.body:
        names = [one.name] if hasattr(one, "name") else []
        if isinstance(one, ast.AnnAssign):
            names = [one.target.id]
        elif isinstance(one, ast.Assign):
            names = [target.id for target in one.targets]
        for name in names:
            found.setdefault(name, []).append(one)
    return found


def shape_of_stub(function):
    """Names of the parameters of a stub's function, those that are keyword-only, and those that may be left out."""
    arguments = function.args
    names = [one.arg for one in arguments.args]
    optional = names[len(names) - len(arguments.defaults) :] if arguments.defaults else []
    only = [one.arg for one in arguments.kwonlyargs]
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None or "Optional" in ast.unparse(one.annotation):  # of a peer's lmk the stub has no default
            optional.append(one.arg)
    return [name for name in names if name != "self"], only, optional


def shape(function):
    parameters = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
    names = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    only = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    return names, only, [one.name for one in parameters if one.default is not one.empty]


def public(thing):
    names = [name for name in vars(thing) if not name.startswith("_") or name in ("__init__", "__len__", "__bool__")]
    return {name: vars(thing)[name] for name in names}


def differences(path, thing, found):
    """What of `thing`, a class or a function, is not as one of the stub's definitions `found` has it."""
    if found is None:
        yield f"{path} does not exist"
    elif inspect.isclass(thing) and isinstance(found[0], ast.ClassDef):
        inside = members(found[0])
        made = [shape_of_stub(one) for one in inside.get("__init__", ()) if shape_of_stub(one) != ([], [], [])]
        for name, member in public(thing).items():
            if name == "__init__" and not made:
                continue  # the firmware makes these itself
            yield from differences(f"{path}.{name}", member, inside.get(name))
    elif callable(thing):
        functions = [one for one in found if isinstance(one, ast.FunctionDef)]
        if isinstance(found[0], ast.ClassDef):
            functions = members(found[0])["__init__"]
        if shape(thing) not in [shape_of_stub(one) for one in functions]:
            yield f"{path}{shape(thing)} is not {[shape_of_stub(one) for one in functions]}"


def imported(thing, module):
    """Whether a shim only has this from another one."""
    return isinstance(thing, ModuleType) or getattr(thing, "__module__", module) not in (module, "tests.fake_espnow")


@pytest.mark.parametrize("module", [name for name in MODULES if name not in ("board", "cardputer_keyboard")])
def test_what_a_shim_offers_is_in_the_stubs(module):
    with Firmware("adafruit_feather_esp32s3_tft").installed() as firmware:
        shim, definitions, told = getattr(firmware, module), stub(module), []
        for name, thing in public(shim).items():
            if imported(thing, module) or (inspect.isclass(thing) and issubclass(thing, BaseException)):
                continue
            told += differences(f"{module}.{name}", thing, definitions.get(name))
            if type(thing).__module__ == module:  # an object, whose class is what the stub says
                told += differences(f"{module}.{name}", type(thing), definitions.get(type(thing).__name__))
    assert told == []


def test_the_keyboard_is_of_the_kind_that_the_stubs_have():
    with Firmware("m5stack_cardputer").installed() as firmware:
        keyboard = firmware.cardputer_keyboard.KEYBOARD
        assert set(vars(keyboard)) <= set(members(stub("keypad_demux")["DemuxKeyMatrix"][0]))
        assert isinstance(keyboard.events, firmware.keypad.EventQueue)


def test_every_shim_is_looked_at():
    assert sorted(path.stem for path in SHIMS.glob("*.py")) == sorted(MODULES)


def test_a_difference_is_found():
    with Firmware("raspberry_pi_pico").installed() as firmware:
        keys = firmware.keypad.Keys
        definitions = stub("keypad")
        assert list(differences("Keys", keys, definitions["Keys"])) == []
        assert list(differences("Keys", lambda pins: None, definitions["Keys"]))
        assert list(differences("keys", keys, definitions.get("keys")))
        events = type("EventQueue", (), {"get": lambda self, index: None, "size": 3})
        assert len(list(differences("EventQueue", events, definitions["EventQueue"]))) == 2
